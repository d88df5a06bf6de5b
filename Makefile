#: magcosim: co-simulation of a memory agent's RTL against golden models
#:
#: make demo               real tensors through the slot and the whole agent
#: make check              every suite; one totals line; exit status is the verdict
#: make check T=mem_port   a suite or test: T=mem_port.random SEED=0x1f CYCLES=1e6
#: make check WAVES=1 T=... dump the whole run (at most 1e6 cycles) to build/waves
#: make check STATS=1 T=... one test, its latencies, levels, use of channels;
#:                         STATS=FILE.svg draws them, too
#: make check WAVES=ring T=...  the last cycles of a run too long to repeat
#: make waves T=... | FAIL=... open a dump in GTKWave
#: make bench              exact rates in simulated cycles; what the checking costs
#: make setup              install the tools, with the package manager (root)
#: make exhaustive         every FP16 peak and element through the MXFP7 quantiser
#: make requirements       every rule of the specifications has a live check
#: make lint | format      clang-tidy, Verilator -Wall | clang-format
#: make mutants M=NAME     planted faults in our RTL: each check finds its own
#: make mutate             every mutant of our RTL; G=mag, SAMPLE=1000, G=mag ID=7
#: make mutate-slice       a sample of one group, for CI
#: make mutate-prove G=... survivors that are the same design, proven by yosys
#: make cover              lines and bits of our RTL, situations met; holes first
#: make bins               the situations of the protocols alone
#: make soak               SEEDS=20 of CYCLES=500000 for random scenarios, or T=mag;
#:                         TIME=3600 seconds at most, HOSTS="a b" other machines
#: make asan               the suites' C code under ASan and UBSan, short
#: make fuzz TIME=600      damaged dumps for the reader of cosim explain, seconds
#: make clean              remove build/
#:
#: Somebody else's RTL     FILELIST=soc/mag.f BANK=their/bank PARAMS="WR_SLOTS=8"
#: A bank of your own      make new-bank NAME=relu [DIR=where]  (docs/occupants.md)
#: What is judged          RULES=seed WAIVE=AXI-4K WAIVERS=FILE WITHOUT=peers
#: Other settings          SEED=1 CYCLES= WINDOW=1000 DONE_BOUND=512 JOBS=2 V=1

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help

T ?=
FAIL ?=
SEED ?= 1
CYCLES ?=
WAVES ?=
STATS ?=
WINDOW ?=
FILELIST ?=
BANK ?=
PARAMS ?=
WAIVE ?=
WAIVERS ?=
NAME ?=
DIR ?=
RULES ?=
WITHOUT ?=
DONE_BOUND ?=
V ?=
M ?=
G ?=
ID ?=
SAMPLE ?=
TIME ?= 600
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# ---- tools --------------------------------------------------------------------------------------
CC        := gcc
CXX       := g++
VERILATOR := verilator
CCACHE    := $(shell command -v ccache 2>/dev/null)
# A foreign build folder is a new one with every change of what was given: most of it was compiled before.
export CCACHE_NOHASHDIR := 1
export CCACHE_BASEDIR := $(CURDIR)
VINC      := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)/include
Q         := $(if $(V),,@)
say        = @printf '  %-9s %s\n' $(1) '$(2)'

O        ?= build/obj#  where C objects go; the sanitised build has its own
SANITISE ?=
CPPFLAGS := -Icsrc -Imodels -I. -isystem $(VINC)
CFLAGS   := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -MMD -MP $(SANITISE)
CXXFLAGS := -std=gnu++17 -O2 -g -Wall -Wextra -Werror -MMD -MP
HOOK     := $(CURDIR)/csrc/dut/print_hook.h
VCXX     := $(CXXFLAGS) -isystem $(VINC) -isystem $(VINC)/vltstd -include $(HOOK) \
            -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 \
            -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL

# ---- build variants: a top with parameter values (csrc/dut/variants.h) -----------------------------
# name := top, binding, defaults, what differs
VARIANTS := mem_port mem_port_ap mem_port_min mem_port_max mem_port_odd xform xform1 xform3 xform8 xform_identity xform_identity4 \
            xform_mxfp8 xform_transpose xform_table bank bank_identity bank_mxfp8 bank_transpose bank_table \
            walker0 walker1 mover mover_odd mag mag1 mag2 mag3 mag4 mag5 mag1s
MUTANTS  := mut_mem_port mut_xform mut_bank#  planted faults that prove checks live (tests/mutants)
PLANTED  := $(MUTANTS) mag_silent#  those, and our agent around a planted bank
BARE     := bare_mem_port#  without tracing, to measure against (make bench)
# What make cover counts in: each file of our RTL with every set of parameters that matters to it. A
# top counts what is its own (csrc/dut/cover_TOP.vlt); what is inside it has a variant of its own.
COVERABLE := mem_port mem_port_ap mem_port_min xform3 xform_identity4 bank bank_identity bank_mxfp8 bank_transpose \
             bank_table walker0 walker1 mover mover_odd mag mag3
COVERED  ?=
MEM_PORT := FLIT_WIDTH=288 POS_WIDTH=4 DATA_W=256 ADDR_W=40 ID_W=4 MEM_X=0 MEM_Y=1 WR_SLOTS=16 \
            Q_DEPTH=64 Q_MARGIN=4 AP_DECODE=0 MESH_ID=0
XBANK    := DATA_W=256 SLOTS=1 ID_W=4 MODE_W=4 IN_BITS=2048 OUT_WORDS=4
XFORM    := $(XBANK) NREQ=2
MOVER    := STAGE=256 MESH_ID=0 ILINK=1 XID_W=4 XMODE_W=4 ID_W=4 AXI_ID=4
WALKER   := WALKER=0
MAG      := FLIT_WIDTH=288 POS_WIDTH=4 DATA_W=256 ADDR_W=40 WR_SLOTS=16 Q_DEPTH=64 Q_MARGIN=4 PORTS=2 \
            MEM_X0=0 MEM_Y0=1 MEM_X1=0 MEM_Y1=2 MEM_X2=0 MEM_Y2=3 MEM_X3=0 MEM_Y3=4 MESH_ID=0 ILINK=1 \
            STAGE=4096 XFORM_SLOTS=1 XID_W=4 XMODE_W=4 XFORM_IN_BITS=2048 XFORM_OUT_WORDS=4

mem_port       := mag_mem_port mem_port MEM_PORT
mem_port_ap    := mag_mem_port mem_port MEM_PORT AP_DECODE=1 MESH_ID=2 MEM_X=3 MEM_Y=5 WR_SLOTS=5 Q_DEPTH=16 Q_MARGIN=3 ID_W=2
mem_port_min   := mag_mem_port mem_port MEM_PORT WR_SLOTS=1 Q_DEPTH=8 Q_MARGIN=6 ID_W=1 AP_DECODE=1 MESH_ID=3 MEM_X=15 MEM_Y=15
mem_port_max   := mag_mem_port mem_port MEM_PORT WR_SLOTS=64 Q_DEPTH=1024 Q_MARGIN=1 ID_W=8 MESH_ID=1 MEM_X=15 MEM_Y=0
mem_port_odd   := mag_mem_port mem_port MEM_PORT WR_SLOTS=7 Q_DEPTH=1024 Q_MARGIN=1022 ID_W=5 AP_DECODE=1 MEM_X=9 MEM_Y=6
xform          := mag_xform xform XFORM
xform1         := mag_xform xform XFORM NREQ=1 ID_W=1 MODE_W=1
xform3         := mag_xform xform XFORM NREQ=3
xform8         := mag_xform xform XFORM NREQ=8 ID_W=8 MODE_W=8
xform_identity := mag_xform xform XFORM
xform_identity4 := mag_xform xform XFORM NREQ=4 SLOTS=3 ID_W=5 MODE_W=3
xform_mxfp8    := mag_xform xform XFORM NREQ=3 SLOTS=4 ID_W=3 MODE_W=3 IN_BITS=1024
xform_transpose := mag_xform xform XFORM NREQ=1 ID_W=1 MODE_W=1 IN_BITS=1024
xform_table    := mag_xform xform XFORM ID_W=2 MODE_W=5 IN_BITS=1024
bank           := xform_bank bank XBANK
bank_identity  := xform_bank bank XBANK
bank_mxfp8     := xform_bank bank XBANK SLOTS=4 ID_W=8 MODE_W=1 IN_BITS=1024
bank_transpose := xform_bank bank XBANK SLOTS=3 ID_W=8 MODE_W=3 IN_BITS=256 OUT_WORDS=1
bank_table     := xform_bank bank XBANK ID_W=8 MODE_W=8 IN_BITS=1024

walker0        := mcs_walker walker WALKER
walker1        := mcs_walker walker WALKER WALKER=1
mover          := mcs_mover mover MOVER
mover_odd      := mcs_mover mover MOVER STAGE=0 MESH_ID=3 ILINK=0 XID_W=2 XMODE_W=3 ID_W=1 AXI_ID=1

# Every value of PORTS, ILINK, MESH_ID, with and without staging, banks of one shape and of several;
# each pair of staging and the first two banks.
mag            := mag mag MAG
mag1           := mag mag MAG PORTS=1 STAGE=0 ILINK=0 MESH_ID=1 XID_W=1 XMODE_W=1
mag2           := mag mag MAG STAGE=0 MESH_ID=3 MEM_X0=5 MEM_Y0=7 MEM_X1=9 MEM_Y1=7 WR_SLOTS=5 Q_DEPTH=16 Q_MARGIN=3 XID_W=5 XFORM_IN_BITS=1024
mag3           := mag mag MAG PORTS=3 ILINK=0 STAGE=1000 MESH_ID=2 MEM_X0=15 MEM_Y0=15 MEM_X1=0 MEM_Y1=15 MEM_X2=3 MEM_Y2=0 XID_W=8 XMODE_W=8
mag4           := mag mag MAG PORTS=4 STAGE=0 MEM_X3=12 MEM_Y3=2
mag5           := mag mag MAG PORTS=1 STAGE=300 MESH_ID=2 MEM_X0=7 MEM_Y0=3 XFORM_SLOTS=4 XID_W=3 XMODE_W=2 XFORM_IN_BITS=1024
mag1s          := mag mag MAG PORTS=1 STAGE=1 MESH_ID=3 MEM_X0=15 MEM_Y0=0 WR_SLOTS=1 Q_DEPTH=8 Q_MARGIN=6 XFORM_SLOTS=3

mut_mem_port   := mut_mem_port mem_port MEM_PORT
mut_xform      := mut_xform xform XFORM NREQ=3 SLOTS=3
mut_bank       := mut_bank bank XBANK SLOTS=3
mag_silent     := mag mag MAG PORTS=1 STAGE=0 ILINK=0

bare_mem_port  := mag_mem_port mem_port MEM_PORT

bank_of_mut_xform      := toy
bank_of_mut_bank       := toy
bank_of_mag_silent     := silent
bank_of_xform          := mxfp7
bank_of_xform1         := mxfp7
bank_of_xform3         := mxfp7
bank_of_xform8         := mxfp7
bank_of_xform_identity := identity
bank_of_xform_identity4 := identity
bank_of_xform_mxfp8     := mxfp8
bank_of_xform_transpose := transpose
bank_of_xform_table     := table
bank_of_bank           := mxfp7
bank_of_mag            := mxfp7
bank_of_mag1           := identity
bank_of_mag2           := transpose
bank_of_mag3           := mxfp7
bank_of_mag4           := mxfp7
bank_of_mag5           := mxfp8
bank_of_mag1s          := identity
bank_of_bank_identity  := identity
bank_of_bank_mxfp8     := mxfp8
bank_of_bank_transpose := transpose
bank_of_bank_table     := table

# ---- somebody else's modules ------------------------------------------------------------------------
# scripts/foreign checks what was given and prints the build folder, keyed by the content of all of
# it, and the variants that are built there. The folder says where their modules come from (NAME.f),
# which inputs the contract does not have (pins_TOP.h) and what predicts the bank's words (model.c).
is_foreign = $(filter $(1),$(REACHED))
dir_of     = $(if $(is_foreign)$(is_covered),$(B),build)/dut/$(1)
top_of     = $(word 1,$($(1)))
bank_dir   = $(firstword $(wildcard $(addsuffix /$(bank_of_$(1)),rtl/banks tests/mutants)))
name_of    = $(firstword $(subst =, ,$(1)))
# The last of the assignments in $(2) that sets what $(1) sets, or $(1).
setting    = $(lastword $(1) $(filter $(call name_of,$(1))=%,$(2)))
params_of  = $(foreach p,$($(word 3,$($(1)))),$(call setting,$(p),$(wordlist 4,99,$($(1))) $(if $(is_foreign),$(PARAMS))))

comma  := ,
quoted  = '$(subst ','\'',$(1))'
listed  = $(subst $() ,$(comma),$(strip $(1)))
as_argument = $(1):$(top_of):$(bank_of_$(1)):$(call listed,$(params_of)):$(call listed,$(wordlist 4,99,$($(1))))

GIVEN := $(strip $(FILELIST)$(BANK)$(PARAMS))
export FILELIST BANK PARAMS
ifneq ($(GIVEN),)
FOREIGN  := $(shell T=$(call quoted,$(T)) FILELIST=$(call quoted,$(FILELIST)) BANK=$(call quoted,$(BANK)) PARAMS=$(call quoted,$(PARAMS)) \
              scripts/foreign $(foreach v,$(VARIANTS),$(call as_argument,$(v))))
B        := $(or $(firstword $(FOREIGN)),$(error not built: see above))
REACHED  := $(wordlist 2,99,$(FOREIGN))
else
B        := build
REACHED  :=
endif

# PARAMS alone gives our modules other values: they are held to all we demand of ours.
is_theirs  = $(and $(is_foreign),$(FILELIST)$(BANK))
# What there is to warn of in theirs scripts/foreign has said, once.
strict_of  = $(if $(is_theirs),--no-timing -fno-dfg-peephole -Wno-fatal -Wno-lint -Wno-style -Wno-MODDUP -Wno-SELRANGE,$(if \
             $(is_mutated),-fno-dfg-peephole -Wno-fatal -Wno-lint -Wno-style -CFLAGS "-include $(CURDIR)/csrc/mutate/mutant.h",-Wall))
# A bank alone is swapped again and again: its models are compiled in two pieces, quickly.
is_quick   = $(and $(is_foreign),$(BANK),$(if $(FILELIST),,bank))
sources_of = $(if $(is_foreign),-f $(B)/$(1).f,$(if $(bank_of_$(1)),-y $(bank_dir)) -y rtl)
# Memories up to this many words are in the waves: those of a whole agent would double its build.
deepest    = $(if $(filter mag,$(top_of)),32,1024)
# Of RTL with mutants (scripts/mutate): never traced, which is most of a build.
is_mutated = $(and $(MUTATED),$(is_foreign))
is_covered = $(filter $(1),$(COVERED))
is_bare    = $(or $(filter $(1),$(BARE)),$(is_mutated),$(is_covered))
is_mutant  = $(filter $(1),$(MUTANTS))
top_file   = $(if $(is_foreign),,$(if $(is_mutant),tests/mutants/$(1).v,$(if $(filter xform_bank,$(top_of)),$(bank_dir)/xform_bank.v,rtl/$(top_of).v)))
model_of   = $(if $(and $(is_foreign),$(filter mxfp7,$(bank_of_$(1)))),$(B),$(bank_dir))/model.c

# ---- C ----------------------------------------------------------------------------------------------
C_SRC   := $(filter-out csrc/speed/% csrc/mutagen/%,$(wildcard models/*.c csrc/*.c csrc/*/*.c tests/*.c))
C_OBJ   := $(C_SRC:%.c=$(O)/%.o)
# The FST library of Verilator's runtime; its headers are not held to our warnings.
$(O)/csrc/explain/fst_stream.o $(O)/tests/dump_writer.o: CPPFLAGS += -isystem $(VINC)
RUNTIME := $(addprefix build/runtime/,verilated.o verilated_fst_c.o verilated_threads.o hook.o \
             $(if $(COVERED),verilated_cov.o cover.o))

$(O)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CCACHE) $(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

build/runtime/hook.o: csrc/dut/runtime.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CCACHE) $(CXX) $(CPPFLAGS) $(CXXFLAGS) -c $< -o $@

build/runtime/cover.o: csrc/dut/cover.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CCACHE) $(CXX) $(CPPFLAGS) $(CXXFLAGS) -c $< -o $@

build/runtime/%.o: $(VINC)/%.cpp csrc/dut/print_hook.h
	@mkdir -p $(@D)
	$(call say,CXX,$*.cpp)
	$(Q)$(CCACHE) $(CXX) $(VCXX) -w -O3 -c $< -o $@

# What every file of a model includes, read in advance, for models compiled with -O0 and -O1. Clang
# takes half the time where there is one.
QUICK_CXX := $(if $(shell command -v clang++),clang++,$(CXX))
quick_cxx  = $(QUICK_CXX) -include build/runtime/$(QUICK_CXX)$(1)/model.h -O$(1) $(filter-out -O2 -g,$(VCXX))

build/runtime/$(QUICK_CXX)%/model.h.gch: csrc/dut/model.h csrc/dut/print_hook.h $(VINC)/verilated.h
	@mkdir -p $(@D)
	$(call say,CXX,$< for -O$*)
	@cp $< $(@D)/model.h
	$(Q)$(QUICK_CXX) $(filter-out -O2 -g,$(VCXX)) -O$* -x c++-header $(@D)/model.h -o $@

# ---- verilated tops -----------------------------------------------------------------------------------
define usual_rules
$(dir_of)/V$(1)__ALL.a: $(dir_of)/V$(1).mk csrc/dut/print_hook.h
	$$(call say,CXX,V$(1))
	$$(Q)$$(MAKE) -s --no-print-directory -C $$(@D) -f V$(1).mk OPT_FAST=$(if $(is_mutated)$(is_covered),-O1,-O3) OPT_GLOBAL=-O2 OBJCACHE=$$(CCACHE) V$(1)__ALL.a > $$(@D)/make.log 2>&1 || { cat $$(@D)/make.log; exit 1; }
	@touch $$@
endef

# $(dir_of)/fast.cpp and slow.cpp are all of the model's files: what they include is read once.
define quick_rules
$(dir_of)/fast.o $(dir_of)/slow.o: $(dir_of)/%.o: $(dir_of)/V$(1).mk csrc/dut/print_hook.h \
  build/runtime/$(QUICK_CXX)0/model.h.gch build/runtime/$(QUICK_CXX)1/model.h.gch
	$$(call say,CXX,V$(1) $$*)
	@cd $$(@D) && ls V$(1)*.cpp | grep $$(if $$(filter fast,$$*),-v) 'Slow\|Trace\|Syms\|Dpi\|ConstPool' | sed 's/.*/#include "&"/' > $$*.cpp
	$$(Q)$$(call quick_cxx,$$(if $$(filter fast,$$*),1,0)) -w -c $$(@D)/$$*.cpp -o $$@

$(dir_of)/V$(1)__ALL.a: $(dir_of)/fast.o $(dir_of)/slow.o
	@rm -f $$@
	$$(Q)$(AR) rcs $$@ $$^
endef

define variant_rules
# Changes only when the variant does, so that another edit of this file verilates nothing.
$(dir_of)/variant: FORCE
	@mkdir -p $$(@D)
	@echo '$(top_of) $(params_of) $(sources_of)' | cmp -s - $$@ || echo '$(top_of) $(params_of) $(sources_of)' > $$@

$(dir_of)/V$(1).mk: csrc/dut/xform_bank.vlt $(dir_of)/variant
	$$(call say,VERILATE,$(1): $(top_of) $(if $(is_theirs),from $(B)/$(1).f,$(if $(bank_of_$(1)),with $(bank_dir))) $(wordlist 4,99,$($(1))))
	$$(Q)$$(VERILATOR) --cc $(if $(is_bare),,--trace-fst --trace-max-array $(deepest)) --x-initial unique --x-assign unique -O3 \
	  $(strict_of) --prefix V$(1) --top-module $(top_of) -Mdir $$(@D) \
	  $(addprefix -G,$(params_of)) -CFLAGS "-include $$(HOOK)" \
	  $(if $(is_covered),--coverage-line --coverage-toggle -CFLAGS "-include $(CURDIR)/csrc/dut/cover_hook.h" $(wildcard csrc/dut/cover_$(top_of).vlt)) \
	  $(if $(bank_of_$(1)),csrc/dut/xform_bank.vlt) $(sources_of) $(top_file) \
	  $(if $(or $(is_theirs),$(is_mutated)),> $$(@D)/verilate.log 2>&1 || { cat $$(@D)/verilate.log; exit 1; })
	@touch $$@

$(if $(is_quick),$(quick_rules),$(usual_rules))

$(dir_of)/binding.o: csrc/dut/$(word 2,$($(1))).cpp $(dir_of)/V$(1).mk $(if $(is_quick),build/runtime/$(QUICK_CXX)1/model.h.gch)
	$$(call say,CXX,$$< for $(1))
	$$(Q)$(if $(is_quick),$$(call quick_cxx,1),$$(CCACHE) $$(CXX) $$(VCXX)) $$(CPPFLAGS) $(if $(is_bare),-UVM_TRACE -UVM_TRACE_FST -DVM_TRACE=0 -DVM_TRACE_FST=0 -DBARE) $(if $(is_covered),-UVM_COVERAGE -DVM_COVERAGE=1 -DSYMS_HEADER='"V$(1)__Syms.h"') -I$$(@D) -DVARIANT=$(1) -DMODEL=V$(1) \
	  -DMODEL_HEADER='"V$(1).h"' -DFOREIGN=$(if $(is_theirs),true,false) \
	  -DEXTRA_PINS='"$(if $(is_foreign),$(CURDIR)/$(B)/pins_$(top_of).h,$(if $(is_mutant),tests/mutants/mutant_pin.h,dut/no_extra_pins.h))"' \
	  $(addprefix -DP_,$(params_of)) -DBANK_MODEL=bank_model_$(1) -c $$< -o $$@

# A bank somebody gives may have no model: the symbol stays undefined, which is NULL. The folder is
# shared with the sanitised build, so this one never is (model.bank tests the models there).
$(if $(bank_of_$(1)),$(dir_of)/bank_model.o: $(model_of) $(dir_of)/V$(1).mk
	$$(Q)$$(CCACHE) $$(CC) $$(CPPFLAGS) $$(filter-out $$(SANITISE),$$(CFLAGS)) $(if $(is_theirs),-w) -DBANK_MODEL=bank_model_$(1) -c $$< -o $$@)
endef
$(foreach v,$(VARIANTS) $(PLANTED) $(BARE),$(eval $(call variant_rules,$(v))))

# The largest first, so that two cores end at about the same time.
DUT_OBJ := $(foreach v,$(filter mag%,$(VARIANTS)) $(filter-out mag%,$(VARIANTS)) $(PLANTED),$(call dir_of,$(v))/binding.o $(call dir_of,$(v))/V$(v)__ALL.a \
           $(if $(bank_of_$(v)),$(call dir_of,$(v))/bank_model.o))

# What the program was made of, for reports and --version.
$(B)/build_info.c: $(C_OBJ) $(DUT_OBJ)
	@printf 'extern const char build_info[];\nconst char build_info[] = "rtl %s, %s, gcc %s";\n' \
	  "$$(cat $(sort $(wildcard rtl/*.v rtl/banks/*/*.v $(B)/dut/*/*__ver.d)) | sha256sum | cut -c1-12)" \
	  "$$($(VERILATOR) --version | cut -d' ' -f1-2)" "$$($(CC) -dumpfullversion)" > $@

$(B)/cosim $(B)/cosim-mutate build/cosim-asan: $(B)/build_info.c $(C_OBJ) $(RUNTIME) $(DUT_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CXX) -g $(SANITISE) -o $@ -x c $< -x none $(C_OBJ) $(RUNTIME) $(filter %.o,$(DUT_OBJ)) $(filter %.a,$(DUT_OBJ)) \
	  -lcmocka -lz -pthread

BENCH_OBJ := $(patsubst %.c,$(O)/%.o,$(wildcard csrc/speed/*.c)) \
             $(foreach v,$(BARE),build/dut/$(v)/binding.o build/dut/$(v)/V$(v)__ALL.a)

build/cosim-bench: build/build_info.c $(C_OBJ) $(RUNTIME) $(DUT_OBJ) $(BENCH_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CXX) -g -o $@ -x c $< -x none $(filter %.o,$^) $(filter %.a,$^) -lcmocka -lz -pthread

# A program of its own: mutants of our RTL (mutagen --help).
MUTAGEN     := $(if $(SANITISE),$(O),build/mutagen)/mutagen
MUTAGEN_OBJ := $(patsubst %.c,$(O)/%.o,$(wildcard csrc/mutagen/*.c) models/text.c)

$(MUTAGEN): $(MUTAGEN_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -g $(SANITISE) -o $@ $^

.PHONY: FORCE
FORCE:

-include $(C_OBJ:.o=.d) $(MUTAGEN_OBJ:.o=.d) $(patsubst %.o,%.d,$(filter %.o,$(BENCH_OBJ))) $(RUNTIME:.o=.d) $(patsubst %.o,%.d,$(filter %.o,$(DUT_OBJ)))
-include $(foreach v,$(VARIANTS) $(PLANTED) $(BARE),$(wildcard $(call dir_of,$(v))/V$(v)__ver.d))

# ---- user commands ------------------------------------------------------------------------------------
COSIM       := $(B)/cosim
RUN_OPTIONS  = --seed $(SEED) $(if $(CYCLES),--cycles $(CYCLES)) $(if $(WAVES),$(if $(filter ring,$(WAVES)),--ring,--waves)) \
               $(if $(WINDOW),--window $(WINDOW)) $(if $(WAIVE),--waive $(WAIVE)) $(if $(WAIVERS),--waivers $(call quoted,$(WAIVERS))) \
               $(if $(RULES),--rules $(RULES)) $(if $(WITHOUT),--without $(WITHOUT)) \
               $(if $(DONE_BOUND),--done-bound $(DONE_BOUND))

.PHONY: help setup build check cover bins exhaustive new-bank demo bench soak waves requirements lint format asan fuzz clean \
        mutate mutate-slice mutate-prove mutate-variants

help:
	@sed -n 's/^#: \?//p' Makefile

setup:
	@scripts/setup

# As root a missing tool is installed; otherwise the command is named. One build at a time.
build:
	@scripts/setup --if-missing
	@[ -d build/runtime ] || echo '  first build: five to ten minutes on two cores; later ones only what changed'
	@mkdir -p build
	@flock build/lock $(MAKE) -s --no-print-directory -j$(JOBS) $(COSIM) $(MUTAGEN)

check: build
	@$(if $(GIVEN),fold -s -w 80 $(B)/swapped.txt;) \
	$(COSIM) $(if $(STATS),run $(T) --stats $(filter %.svg,$(STATS)),check $(T) --jobs $(JOBS) \
	  $(if $(GIVEN),--swapped "$$(cat $(B)/modules)")) $(RUN_OPTIONS)

exhaustive: build
	@$(COSIM) exhaustive --jobs $(JOBS)

new-bank:
	@NAME=$(call quoted,$(NAME)) DIR=$(call quoted,$(DIR)) scripts/new-bank

demo: build
	@$(if $(GIVEN),fold -s -w 80 $(B)/swapped.txt;) \
	$(COSIM) demo

bench: build
	@$(MAKE) --no-print-directory -j$(JOBS) build/cosim-bench
	@build/cosim-bench bench

waves:
	@scripts/waves "$(FAIL)" "$(T)"

# A mutant's folder takes the place of $(B), its variant that of $(REACHED) (scripts/mutants).
mutants: build
	@JOBS=$(JOBS) scripts/mutants $(M)

mutants-slice: M := lowest_slot_first room_one_over late_beat_passes packing_of_the_next_entry \
    last_b_not_looked_at interlink_before_agent
mutants-slice: mutants

# Mutants of our RTL by the thousand, a build a group of modules (scripts/mutate).
MUTATE = JOBS=$(JOBS) VARIANTS="$(foreach v,$(VARIANTS),$(call as_argument,$(v)))"

mutate: build
	@$(MUTATE) G="$(G)" ID="$(ID)" SAMPLE="$(SAMPLE)" SEED="$(SEED)" scripts/mutate

mutate-slice: build
	@$(MUTATE) scripts/mutate --slice

mutate-prove: build
	@$(MUTATE) G="$(G)" scripts/mutate-prove

mutate-variants:
	@echo "$(foreach v,$(VARIANTS),$(call as_argument,$(v)))"

# The program that counts, and its own make: other builds never see the flavour.
cover: build
	@$(MAKE) --no-print-directory -j$(JOBS) B=build/cover COVERED="$(COVERABLE)" build/cover/cosim
	@JOBS=$(JOBS) SEED=$(SEED) scripts/cover

bins: build
	@COSIM=$(COSIM) JOBS=$(JOBS) SEED=$(SEED) scripts/bins

asan:
	@$(MAKE) --no-print-directory -j$(JOBS) O=build/asan SANITISE='-fsanitize=address,undefined -fno-sanitize-recover=all' build/cosim-asan build/asan/mutagen
	@MUTAGEN=build/asan/mutagen UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_leaks=1 build/cosim-asan check --jobs $(JOBS) --cycles 20000 --seed $(SEED)

# The front with libFuzzer, and beside it the program as a whole with damaged dumps; what trips either
# is kept in build/fuzz.
FUZZ_FRONT := build/fuzz/fst_front_fuzz
FUZZ_FLAGS := -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Icsrc -Imodels

$(FUZZ_FRONT): tests/fuzz/fst_front_fuzz.c csrc/explain/fst_front.c csrc/explain/fst_front.h
	@mkdir -p $(@D)/corpus
	@command -v clang >/dev/null || { echo 'make fuzz needs clang and libclang-rt-dev: apt-get install clang libclang-rt-dev' >&2; exit 1; }
	$(call say,CC,$@)
	$(Q)clang $(FUZZ_FLAGS) -o $@ $(filter %.c,$^) -lz

build/fuzz/explain_fuzz: tests/fuzz/explain_fuzz.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CPPFLAGS) $(filter-out -MMD -MP,$(CFLAGS)) -o $@ $<

fuzz: $(FUZZ_FRONT) build/fuzz/explain_fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) O=build/asan SANITISE='-fsanitize=address,undefined -fno-sanitize-recover=all' build/cosim-asan
	@$(FUZZ_FRONT) -seed=$$(($(SEED))) -max_total_time=$(TIME) -max_len=8192 -timeout=10 -rss_limit_mb=2048 \
	  -artifact_prefix=build/fuzz/front- build/fuzz/corpus tests/data/fst >build/fuzz/front.log 2>&1 & front=$$!; \
	build/fuzz/explain_fuzz $(TIME) $(SEED) tests/data/fst build/cosim-asan explain FILE --scope TOP.mag_mem_port \
	  --clock clk || status=1; \
	wait $$front || { status=1; tail -n 40 build/fuzz/front.log; }; \
	sed -n 's/^Done \([0-9]*\) runs.*/  \1 runs of the front/p' build/fuzz/front.log; exit $${status:-0}

# Without TIME= a soak ends with its seeds.
SOAK_TIME = $(if $(filter file,$(origin TIME)),,$(TIME))

soak: build
	@$(if $(HOSTS),HOSTS=$(call quoted,$(HOSTS)) SEEDS=$(SEEDS) TIME=$(SOAK_TIME) JOBS=$(JOBS) COSIM=$(COSIM) scripts/soak-hosts,\
	  $(COSIM) soak --jobs $(JOBS) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(SOAK_TIME),--time $(SOAK_TIME))) $(T) $(RUN_OPTIONS)

requirements: build
	@scripts/requirements

lint:
	@scripts/lint

format:
	@clang-format -i $(wildcard models/*.[ch] csrc/*.[ch] csrc/*/*.[ch] csrc/dut/*.[ch]pp tests/*.[ch] rtl/banks/*/*.c)

clean:
	rm -rf build
