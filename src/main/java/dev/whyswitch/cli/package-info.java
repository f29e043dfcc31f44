/**
 * The command line: one class per command, wiring, progress and exit codes. Only here: picocli, System.out, System.err,
 * System.exit. May import everything.
 */
package dev.whyswitch.cli;
