import cortado.Any;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// Ranks players by points, then by name.
public class Ranking {
    record Player(String name, int points) {}

    public static void main(String[] args) {
        int p = Any.anInt();
        int q = Any.anInt();
        List<Player> ranking = Stream.of(new Player("zoe", p), new Player("amy", q), new Player("eve", 10))
            .sorted(Comparator.comparing(Player::points).reversed().thenComparing(Player::name))
            .collect(Collectors.toList());
        Player winner = ranking.get(0);
        assert winner.points() >= p && winner.points() >= q && winner.points() >= 10;
        assert !winner.name().equals("zoe") || p > q && p > 10;
        assert ranking.stream().map(Player::name).distinct().count() == 3;
        Player best = ranking.stream().max(Comparator.comparingInt(Player::points)).orElseThrow();
        assert best.points() == winner.points();
    }
}
