package dev.whyswitch.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hand-made tables against those of the JDK. */
final class ColumnTest {
    static IntStream seeds() {
        return IntStream.range(0, 12);
    }

    /** Few keys that repeat, all keys, dense ones, and multiples that collide in the low bits. */
    private static long key(SplittableRandom random, int seed) {
        return switch (seed % 4) {
            case 0 -> random.nextInt(-50, 50);
            case 1 -> random.nextLong();
            case 2 -> random.nextInt(0, 5000);
            default -> (long) random.nextInt(0, 5000) << 12;
        };
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void intIntMapAnswersAsHashMapDoes(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IntIntMap map = new IntIntMap(-7);
        Map<Integer, Integer> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int key = (int) key(random, seed);
            if (key == IntIntMap.EMPTY_KEY) {
                continue;
            }
            assertThat(map.get(key)).isEqualTo(model.getOrDefault(key, -7));
            int value = random.nextInt();
            map.put(key, value);
            model.put(key, value);
            assertThat(map.size()).isEqualTo(model.size());
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }

    @Test
    void intIntMapRefusesItsReservedKeyAndDoesNotFindIt() {
        IntIntMap map = new IntIntMap(-1);

        assertThatThrownBy(() -> map.put(Integer.MIN_VALUE, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(map.size()).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void longIntMapAnswersAsHashMapDoes(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LongIntMap map = new LongIntMap();
        Map<Long, Integer> model = new HashMap<>();
        for (long edge : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(map.get(edge)).isEqualTo(LongIntMap.MISSING);
            map.put(edge, 0);
            model.put(edge, 0);
        }
        for (int i = 0; i < 20_000; i++) {
            long key = key(random, seed);
            assertThat(map.get(key)).isEqualTo(model.getOrDefault(key, LongIntMap.MISSING));
            int value = random.nextInt(0, Integer.MAX_VALUE);
            map.put(key, value);
            model.put(key, value);
            assertThat(map.size()).isEqualTo(model.size());
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }

    private record Pair(long a, long b) {}

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void internedPairsKeepTheirIds(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LongPairInterner interner = new LongPairInterner();
        Map<Pair, Integer> model = new HashMap<>();
        List<Pair> inOrder = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            Pair pair = new Pair(key(random, seed), random.nextInt(-2, 2));
            if (model.putIfAbsent(pair, inOrder.size()) == null) {
                inOrder.add(pair);
            }
            assertThat(interner.intern(pair.a, pair.b)).isEqualTo(model.get(pair));
        }
        assertThat(interner.size()).isEqualTo(inOrder.size());
        for (int id = 0; id < inOrder.size(); id++) {
            assertThat(interner.first(id)).isEqualTo(inOrder.get(id).a);
            assertThat(interner.second(id)).isEqualTo(inOrder.get(id).b);
        }
    }

    @Test
    void columnsGrowAndKeepWhatWasWritten() {
        IntColumn ints = new IntColumn(0, -5);
        LongColumn longs = new LongColumn(0);
        for (int row : new int[] {0, 7, 8, 9, 1_000, 100_000}) {
            assertThat(ints.get(row)).isEqualTo(-5);
            assertThat(longs.get(row)).isZero();
            ints.set(row, row);
            longs.set(row, row);
            ints.add(row, 1);
            longs.add(row, 1);
        }
        assertThat(IntStream.of(0, 7, 8, 9, 1_000, 100_000)).allMatch(row -> ints.get(row) == row + 1);
        assertThat(IntStream.of(0, 7, 8, 9, 1_000, 100_000)).allMatch(row -> longs.get(row) == row + 1);
        assertThat(ints.get(500)).isEqualTo(-5);
        assertThat(longs.get(500)).isZero();
        assertThat(ints.get(1_000_000)).isEqualTo(-5);
    }
}
