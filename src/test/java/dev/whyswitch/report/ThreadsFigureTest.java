package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ThreadsFigureTest {
    private static String svg(Analysis analysis) {
        return new ThreadsFigure(Scope.of(analysis)).svg();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void isWellFormedWithTitleAndDescription() throws Exception {
        for (Analysis analysis : new Analysis[] {Analyses.mix(), Analyses.lossy()}) {
            Element root = parse(svg(analysis)).getDocumentElement();
            assertThat(root.getElementsByTagName("title").item(0).getTextContent())
                    .startsWith("Where the time of each thread went: ");
            assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
                    .contains("running ", " %");
            assertThat(root.getElementsByTagName("script").getLength()).isZero();
            assertThat(root.getAttribute("width")).isEqualTo("960");
        }
    }

    @Test
    void secondCallGivesTheSameBytes() {
        String first = svg(Analyses.mix());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(svg(Analyses.mix())).isEqualTo(first);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void barsFollowWithoutGapAndStayInside() throws Exception {
        NodeList rects = parse(svg(Analyses.mix())).getElementsByTagName("rect");
        double end = 0;
        double y = -1;
        for (int i = 0; i < rects.getLength(); i++) {
            Element rect = (Element) rects.item(i);
            if (rect.getElementsByTagName("title").getLength() == 0) {
                continue;
            }
            double x = Double.parseDouble(rect.getAttribute("x"));
            if (Double.parseDouble(rect.getAttribute("y")) != y) {
                y = Double.parseDouble(rect.getAttribute("y"));
                assertThat(x).isEqualTo(200);
            } else {
                assertThat(x).isBetween(end - 0.011, end + 0.011);
            }
            end = x + Double.parseDouble(rect.getAttribute("width"));
            assertThat(end).isLessThanOrEqualTo(750.01);
        }
        assertThat(y).isPositive();
    }

    @Test
    void coordinatesAreRoundedToAHundredth() {
        assertThat(Svg.coordinate(1.005)).isEqualTo("1.01");
        assertThat(Svg.coordinate(-0.001)).isEqualTo("0");
        assertThat(Svg.coordinate(200)).isEqualTo("200");
        assertThat(svg(Analyses.mix())).doesNotContainPattern("=\"-?\\d+\\.\\d{3,}\"");
    }

    @Test
    void twoToTenTicksFit() {
        for (long longest = 4; longest < 1L << 60; longest = longest * 3 / 2 + 1) {
            assertThat(longest / ThreadsFigure.tickStep(longest)).isBetween(2L, 10L);
        }
    }
}
