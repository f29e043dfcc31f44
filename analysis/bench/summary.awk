# Functions for the tables of the benchmarks: fields of CSV files, medians, Markdown. For any POSIX awk.

# unquote(TEXT): a CSV field without its quotes.
function unquote(text) {
  gsub(/^"|"$/, "", text)
  return text
}

# note(KEY, VALUE): one more measured value.
function note(key, value) {
  values[key, ++number[key]] = value + 0
}

# arrange(KEY): sorts its values.
function arrange(key, i, j, moved) {
  for (i = 2; i <= number[key]; i++) {
    moved = values[key, i]
    for (j = i - 1; j >= 1 && values[key, j] > moved; j--) {
      values[key, j + 1] = values[key, j]
    }
    values[key, j + 1] = moved
  }
}

function median(key, half) {
  arrange(key)
  half = int((number[key] + 1) / 2)
  return number[key] % 2 ? values[key, half] : (values[key, half] + values[key, half + 1]) / 2
}

function least(key) {
  arrange(key)
  return values[key, 1]
}

function most(key) {
  arrange(key)
  return values[key, number[key]]
}

# three(VALUE): three significant digits, no exponent.
function three(value) {
  if (value >= 100) return thousands(value)
  return sprintf(value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f", value)
}

# thousands(VALUE): a whole number with commas.
function thousands(value, text, out) {
  text = sprintf("%.0f", value)
  out = ""
  while (length(text) > 3) {
    out = "," substr(text, length(text) - 2) out
    text = substr(text, 1, length(text) - 3)
  }
  return text out
}

# spread(KEY): "median (least-most)".
function spread(key) {
  return three(median(key)) " (" three(least(key)) "–" three(most(key)) ")"
}

# mib(KIB)
function mib(kib) {
  return thousands(kib / 1024)
}

# read_results(): the raw results PREFIX-*.csv: recording[1 .. recordings], and by their names describe, events, ...;
# notes wall, user, sys, rss and anon by recording and tool; counts of failed runs.
function read_results() {
  FS = ","
  read_recordings(prefix "-recordings.csv")
  read_runs(prefix "-runs.csv")
  read_memory(prefix "-memory.csv")
  read_counts(prefix "-counts.csv")
}

function read_recordings(file, line, f) {
  getline line < file
  while ((getline line < file) > 0) {
    split(line, f, ",")
    recording[++recordings] = f[1]
    describe[f[1]] = thousands(f[4]) " events, " three(f[5] / 1e6) " MB, " f[2] " CPUs, " thousands(f[3]) " threads, " f[6]
    cpus[f[1]] = f[2]
    threads[f[1]] = f[3]
    events[f[1]] = f[4]
    bytes[f[1]] = f[5]
    true_all[f[1]] = f[7]
    true_threads[f[1]] = f[8]
  }
  close(file)
}

function read_runs(file, line, f, key) {
  getline line < file
  while ((getline line < file) > 0) {
    split(line, f, ",")
    key = f[2] SUBSEP f[3]
    if (f[8] != 0) {
      failed[key]++
      continue
    }
    note(key SUBSEP "wall", f[4])
    note(key SUBSEP "user", f[5])
    note(key SUBSEP "sys", f[6])
    note(key SUBSEP "rss", f[7])
  }
  close(file)
}

function read_memory(file, line, f) {
  getline line < file
  while ((getline line < file) > 0) {
    split(line, f, ",")
    if (f[6] == 0) note(f[2] SUBSEP f[3] SUBSEP "anon", f[4])
  }
  close(file)
}

function read_counts(file, line, f) {
  getline line < file
  while ((getline line < file) > 0) {
    split(line, f, ",")
    counted_all[f[1], f[2]] = f[3]
    counted_threads[f[1], f[2]] = f[4]
  }
  close(file)
}

# print_machine(FILE): as a list.
function print_machine(file, line, comma) {
  while ((getline line < file) > 0) {
    comma = index(line, ",")
    printf "- %s: %s\n", substr(line, 1, comma - 1), unquote(substr(line, comma + 1))
  }
  close(file)
}
