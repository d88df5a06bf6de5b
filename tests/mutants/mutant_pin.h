// Included by a binding's create(): these tops pick their planted fault by an input, none at first.
t.mutant = 0;
instance->face.mutant = &t.mutant;
