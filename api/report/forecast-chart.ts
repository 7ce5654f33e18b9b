import { COLOURS, type Report } from './page.ts';

export interface ForecastPoint {
  label: string;
  /** Dollars; `low` and `high` bound the band. */
  value: number;
  low: number;
  high: number;
}

const HEIGHT = 190;
const AXIS_WIDTH = 46;
const AXIS_HEIGHT = 20;

/** Dollars from one line of the axis to the next: 1, 2 or 5 times a power of ten, four lines or so. */
export function axisStep(max: number): number {
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
}

/** The forecast as a line in its band, as vectors. The axis starts at zero: a cut one would exaggerate. */
export function drawForecast(
  report: Report,
  points: readonly ForecastPoint[],
  axis: (dollars: number) => string,
): void {
  report.need(HEIGHT + 10);
  const { pdf } = report;
  const top = pdf.y + 6;
  const left = report.left + AXIS_WIDTH;
  const width = report.width - AXIS_WIDTH - 12;
  const height = HEIGHT - AXIS_HEIGHT;
  const highest = Math.max(...points.map(({ high }) => high), 1);
  const step = axisStep(highest);
  const max = Math.ceil(highest / step) * step;
  const x = (at: number): number => left + (at / Math.max(1, points.length - 1)) * width;
  const y = (dollars: number): number => top + height - (dollars / max) * height;

  pdf.font('Helvetica').fontSize(8).lineWidth(0.5);
  for (let dollars = 0; dollars <= max; dollars += step) {
    pdf
      .moveTo(left, y(dollars))
      .lineTo(left + width, y(dollars))
      .stroke(COLOURS.edge);
    pdf.fillColor(COLOURS.muted).text(axis(dollars), report.left, y(dollars) - 4, {
      width: AXIS_WIDTH - 8,
      align: 'right',
      lineBreak: false,
    });
  }
  const path = (ends: readonly { at: number; dollars: number }[]): void =>
    ends.forEach(({ at, dollars }, i) =>
      i === 0 ? pdf.moveTo(x(at), y(dollars)) : pdf.lineTo(x(at), y(dollars)),
    );
  path([
    ...points.map(({ high }, at) => ({ at, dollars: high })),
    ...points.map(({ low }, at) => ({ at, dollars: low })).toReversed(),
  ]);
  pdf.closePath().fillOpacity(0.5).fill(COLOURS.band).fillOpacity(1);
  path(points.map(({ value }, at) => ({ at, dollars: value })));
  pdf.lineWidth(2).stroke(COLOURS.line);
  points.forEach(({ label, value }, at) => {
    pdf.circle(x(at), y(value), 2.5).fillAndStroke('#ffffff', COLOURS.line);
    pdf.fillColor(COLOURS.muted).text(label, x(at) - 20, top + height + 6, {
      width: 40,
      align: 'center',
      lineBreak: false,
    });
  });
  pdf.x = report.left;
  pdf.y = top + HEIGHT;
}
