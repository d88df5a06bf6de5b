/* The stalls of slot, bank and mover alone: the rows of test_stall_agent.c that it does not hold
 * itself. */
#ifndef TESTS_TEST_STALL_SLOT_H
#define TESTS_TEST_STALL_SLOT_H

#include "sim/sim.h"

typedef void stall_scenario(struct sim *s);

/* test_stall_slot.c */
stall_scenario a_slot_occupant_gives_no_done, a_bare_bank_gives_no_done,
    an_unknown_id_gives_no_done, a_requester_never_releases_the_slot,
    a_requester_never_uses_its_grant, a_requester_stops_in_an_entry, a_driver_stops_in_an_entry,
    a_slot_grants_nobody, a_silent_occupant_goes_before_a_requester_that_stopped,
    slots_that_only_take_long_do_not_stall;
/* test_stall_mover.c */
stall_scenario a_move_waits_for_an_occupant, a_move_waits_for_the_grant, a_move_waits_for_memory,
    a_move_that_lost_a_response_stalls_by_itself, of_two_roots_the_one_the_oldest_word_waits_for,
    moves_that_are_only_held_do_not_stall;

#endif
