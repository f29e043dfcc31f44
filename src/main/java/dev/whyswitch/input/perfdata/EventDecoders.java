package dev.whyswitch.input.perfdata;

import dev.whyswitch.input.perfdata.EventFields.NameField;
import dev.whyswitch.input.perfdata.TracepointFormat.Field;
import dev.whyswitch.trace.DelayKind;
import dev.whyswitch.trace.InterruptKind;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import java.util.List;

/**
 * The decoders of tracepoints that tell why threads wait and what they do; sources: include/trace/events/sched.h, task.h,
 * irq.h, signal.h, arch/x86/include/asm/trace/irq_vectors.h, kernel/trace/trace_syscalls.c, trace_probe.h.
 */
final class EventDecoders {
    private EventDecoders() {}

    /** The decoder of {@code format}, null if it says nothing to a sink. */
    static EventDecoder of(TracepointFormat format, EventFields fields, int event, NameTable names, SchedSink sink) {
        return switch (format.system()) {
            case "sched" -> sched(format.name(), fields, sink);
            case "task" -> task(format.name(), fields, sink);
            case "raw_syscalls" -> rawSyscall(format.name(), fields, event, sink);
            case "syscalls" -> syscall(format.name(), fields, event, sink);
            case "irq" -> interrupt(format, fields, names, sink);
            case "irq_vectors" -> vector(format.name(), fields, names, sink);
            case "signal" -> signal(format.name(), fields, sink);
            default -> probe(format, fields, event, sink);
        };
    }

    private static EventDecoder sched(String name, EventFields fields, SchedSink sink) {
        return switch (name) {
            case "sched_process_exec" -> {
                NumberField tid = fields.number("pid");
                NumberField oldTid = fields.number("old_pid");
                yield (buffer, raw, end, timeNs, cpu, current) ->
                        sink.onExec(timeNs, cpu, tid.readInt(buffer, raw), oldTid.readInt(buffer, raw));
            }
            case "sched_process_exit" -> {
                NumberField tid = fields.number("pid");
                yield (buffer, raw, end, timeNs, cpu, current) ->
                        sink.onExit(timeNs, cpu, SchedSink.NO_TID, tid.readInt(buffer, raw));
            }
            case "sched_process_wait" -> {
                NumberField tid = fields.number("pid");
                yield (buffer, raw, end, timeNs, cpu, current) ->
                        sink.onChildWait(timeNs, cpu, current, tid.readInt(buffer, raw));
            }
            case "sched_pi_setprio" -> {
                NumberField tid = fields.number("pid");
                NumberField oldPrio = fields.number("oldprio");
                NumberField newPrio = fields.number("newprio");
                yield (buffer, raw, end, timeNs, cpu, current) -> sink.onPiSetPriority(
                        timeNs,
                        cpu,
                        current,
                        tid.readInt(buffer, raw),
                        oldPrio.readInt(buffer, raw),
                        newPrio.readInt(buffer, raw));
            }
            case "sched_stat_wait" -> delay(DelayKind.WAIT, fields, sink);
            case "sched_stat_sleep" -> delay(DelayKind.SLEEP, fields, sink);
            case "sched_stat_iowait" -> delay(DelayKind.IOWAIT, fields, sink);
            case "sched_stat_blocked" -> delay(DelayKind.BLOCKED, fields, sink);
            default -> null;
        };
    }

    private static EventDecoder delay(DelayKind kind, EventFields fields, SchedSink sink) {
        return new DelayDecoder(kind, fields.number("pid"), fields.number("delay"), sink);
    }

    private static EventDecoder task(String name, EventFields fields, SchedSink sink) {
        // Without pid the event is about the current thread, as newer kernels may have it.
        NumberField tid = fields.optionalNumber("pid");
        return switch (name) {
            case "task_rename" -> {
                NameField oldName = fields.name("oldcomm");
                NameField newName = fields.name("newcomm");
                yield (buffer, raw, end, timeNs, cpu, current) -> sink.onRename(
                        timeNs,
                        cpu,
                        current,
                        tid.isPresent() ? tid.readInt(buffer, raw) : current,
                        oldName.read(buffer, raw, end),
                        newName.read(buffer, raw, end));
            }
            case "task_newtask" -> {
                NumberField child = fields.number("pid");
                NameField comm = fields.name("comm");
                NumberField flags = fields.number("clone_flags");
                yield (buffer, raw, end, timeNs, cpu, current) -> sink.onNewTask(
                        timeNs,
                        cpu,
                        current,
                        child.readInt(buffer, raw),
                        comm.read(buffer, raw, end),
                        flags.read(buffer, raw));
            }
            default -> null;
        };
    }

    private static EventDecoder rawSyscall(String name, EventFields fields, int event, SchedSink sink) {
        NumberField number = fields.number("id");
        return switch (name) {
            case "sys_enter" ->
                enter(
                        number,
                        fields.element("args", 0, 6),
                        fields.element("args", 1, 6),
                        fields.element("args", 2, 6),
                        fields.element("args", 3, 6),
                        event,
                        sink);
            case "sys_exit" -> exit(number, fields.number("ret"), event, sink);
            default -> null;
        };
    }

    private static EventDecoder syscall(String name, EventFields fields, int event, SchedSink sink) {
        // The number comes first: __syscall_nr, before Linux 4.6 nr, which a call's own argument can be named too.
        List<Field> own = fields.own();
        if (own.isEmpty()
                || !(own.get(0).name().equals("__syscall_nr")
                        || own.get(0).name().equals("nr"))) {
            return null;
        }
        NumberField number = fields.own(0);
        if (name.startsWith("sys_enter_")) {
            return enter(number, fields.own(1), fields.own(2), fields.own(3), fields.own(4), event, sink);
        }
        return name.startsWith("sys_exit_") ? exit(number, fields.number("ret"), event, sink) : null;
    }

    private static EventDecoder enter(
            NumberField number,
            NumberField arg0,
            NumberField arg1,
            NumberField arg2,
            NumberField arg3,
            int event,
            SchedSink sink) {
        return (buffer, raw, end, timeNs, cpu, current) -> sink.onSyscallEnter(
                timeNs,
                cpu,
                current,
                event,
                number.readInt(buffer, raw),
                arg0.read(buffer, raw),
                arg1.read(buffer, raw),
                arg2.read(buffer, raw),
                arg3.read(buffer, raw));
    }

    private static EventDecoder exit(NumberField number, NumberField result, int event, SchedSink sink) {
        return (buffer, raw, end, timeNs, cpu, current) ->
                sink.onSyscallExit(timeNs, cpu, current, event, number.readInt(buffer, raw), result.read(buffer, raw));
    }

    private static EventDecoder interrupt(
            TracepointFormat format, EventFields fields, NameTable names, SchedSink sink) {
        return switch (format.name()) {
            case "irq_handler_entry" -> {
                NumberField irq = fields.number("irq");
                NameField name = fields.name("name");
                yield (buffer, raw, end, timeNs, cpu, current) -> sink.onInterruptEntry(
                        timeNs,
                        cpu,
                        current,
                        InterruptKind.DEVICE,
                        irq.readInt(buffer, raw),
                        name.read(buffer, raw, end));
            }
            case "irq_handler_exit" -> leave(InterruptKind.DEVICE, fields.number("irq"), sink);
            case "softirq_entry" -> {
                NumberField vec = fields.number("vec");
                int[] nameOfVec = SymbolNames.of(format.printFormat(), names);
                yield (buffer, raw, end, timeNs, cpu, current) -> {
                    int number = vec.readInt(buffer, raw);
                    int name = number >= 0 && number < nameOfVec.length ? nameOfVec[number] : NameTable.UNKNOWN;
                    sink.onInterruptEntry(timeNs, cpu, current, InterruptKind.SOFTIRQ, number, name);
                };
            }
            case "softirq_exit" -> leave(InterruptKind.SOFTIRQ, fields.number("vec"), sink);
            default -> null;
        };
    }

    private static EventDecoder leave(InterruptKind kind, NumberField number, SchedSink sink) {
        return (buffer, raw, end, timeNs, cpu, current) ->
                sink.onInterruptExit(timeNs, cpu, current, kind, number.readInt(buffer, raw));
    }

    private static EventDecoder vector(String name, EventFields fields, NameTable names, SchedSink sink) {
        NumberField vector = fields.number("vector");
        if (name.endsWith("_entry")) {
            int id = names.intern(name.substring(0, name.length() - "_entry".length()));
            return (buffer, raw, end, timeNs, cpu, current) ->
                    sink.onInterruptEntry(timeNs, cpu, current, InterruptKind.VECTOR, vector.readInt(buffer, raw), id);
        }
        return name.endsWith("_exit") ? leave(InterruptKind.VECTOR, vector, sink) : null;
    }

    private static EventDecoder signal(String name, EventFields fields, SchedSink sink) {
        if (!name.equals("signal_deliver")) {
            return null;
        }
        NumberField signal = fields.number("sig");
        NumberField code = fields.number("code");
        return (buffer, raw, end, timeNs, cpu, current) ->
                sink.onSignalDeliver(timeNs, cpu, current, signal.readInt(buffer, raw), code.readInt(buffer, raw));
    }

    /** An event of whatever name that {@code perf probe} or kprobe_events and uprobe_events made. */
    private static EventDecoder probe(TracepointFormat format, EventFields fields, int event, SchedSink sink) {
        boolean atReturn = format.field("__probe_ret_ip").isPresent();
        if (!atReturn && format.field("__probe_ip").isEmpty()) {
            return null;
        }
        NumberField address = fields.number(atReturn ? "__probe_func" : "__probe_ip");
        return (buffer, raw, end, timeNs, cpu, current) ->
                sink.onProbe(timeNs, cpu, current, event, address.read(buffer, raw));
    }
}
