package dev.whyswitch.trace;

/**
 * What the reader of a recording had to count instead of using: printed in every report, zeros included; only {@code
 * repeatedRecords}, which harm nothing, are left out at zero.
 *
 * @param records records read, of any type
 * @param schedEvents scheduler events handed on
 * @param switchRecords PERF_RECORD_SWITCH and PERF_RECORD_SWITCH_CPU_WIDE handed on
 * @param lostEvents events lost according to the recorder, each loss counted once
 * @param lostRecords places in the stream where a loss was noted
 * @param unknownRecords records of a type that is not known, skipped by their size
 * @param unknownIds samples whose event id no attribute owns
 * @param backwardsTimes records of one CPU whose time lies before its predecessor's: handed on in the file's order, with
 *     the predecessor's time; one damaged, huge time does so to all records behind it
 * @param malformedRecords records too short for what their type has to hold, skipped
 * @param trailingBytes bytes at the end that are no whole record
 * @param foreignBytes bytes of text among the records: another program wrote into the same pipe
 * @param recordBytes bytes of the records, unpacked; with the two above, all that there is: no byte is passed over uncounted
 * @param repeatedRecords records that the recorder wrote a second time, byte for byte; used once
 */
public record TraceQuality(
        long records,
        long schedEvents,
        long switchRecords,
        long lostEvents,
        long lostRecords,
        long unknownRecords,
        long unknownIds,
        long backwardsTimes,
        long malformedRecords,
        long trailingBytes,
        long foreignBytes,
        long recordBytes,
        long repeatedRecords) {}
