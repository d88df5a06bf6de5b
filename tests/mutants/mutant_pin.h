    // Included by a binding's create(): these tops pick their planted fault by an input.
    instance->face.mutant = &t.mutant;
