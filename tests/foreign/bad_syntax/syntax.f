mag_xform.v
