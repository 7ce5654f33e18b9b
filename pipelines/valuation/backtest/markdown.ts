import type { Report, Segment } from './report.ts';
import type { TruthReport } from './truth.ts';

/** The tables of a report. Shares in percent. */
export function reportMarkdown(report: Report): string {
  const [ours = ''] = report.methods;
  const refused = report.methods
    .filter((name) => (report.refused[name] ?? 0) > 0)
    .map((name) => `${name} ${report.refused[name]}`);
  return [
    `## ${report.title}`,
    `${report.cases} held-out prices in ${report.splits.length} splits. Shares in percent; bias is the median of estimate over price less 1; width that of the 80% range over the estimate.${refused.length === 0 ? '' : ` Without a value: ${refused.join(', ')}.`}`,
    ...report.segments.filter(({ by }) => by === 'condition').map((own) => overall(report, own)),
    '### Used units by segment: median error, and ours over theirs with its 95% interval (paired bootstrap over units)',
    segments(report, ours),
    `### Ranges and confidence of ${ours} by segment (used)`,
    calibration(report, ours),
    reliability(report, ours),
    '### Used units by split: median error',
    splits(report, ours),
  ].join('\n\n');
}

export function truthMarkdown(report: TruthReport): string {
  return [
    `## ${report.title}`,
    table(
      ['against the truth', 'n', ...report.methods],
      report.lines.map(({ what, n, error }) => [
        what,
        String(n),
        ...report.methods.map((name) => percent(error[name])),
      ]),
    ),
  ].join('\n\n');
}

/** Our error on many markets of known truth, a market a line; the worst of each column last. */
export function truthsMarkdown(reports: readonly TruthReport[]): string {
  const lines = reports[0]?.lines ?? [];
  const errors = reports.map((report) =>
    report.lines.map(({ error }) => error[report.methods[0] ?? ''] ?? null),
  );
  const worst = lines.map((_, at) => Math.max(...errors.map((own) => own[at] ?? 0)));
  return [
    '## Markets of known truth',
    table(
      ['market', ...lines.map(({ what }) => what)],
      [
        ...reports.map(({ title }, at) => [title, ...(errors[at] ?? []).map(hundredths)]),
        ['worst', ...worst.map(hundredths)],
      ],
    ),
  ].join('\n\n');
}

function overall(report: Report, segment: Segment): string {
  const rows = report.methods.map((name) => {
    const own = segment.metrics[name];
    const shares = [own?.mdape, own?.mape, own?.within5, own?.within10, own?.within20];
    return [
      name,
      String(own?.n ?? 0),
      ...[...shares, own?.bias, own?.coverage, own?.width].map(percent),
      againstText(segment, name),
    ];
  });
  const head = ['MdAPE', 'MAPE', '≤ 5%', '≤ 10%', '≤ 20%', 'bias', 'coverage', 'width'];
  return `### ${segment.value}: ${segment.units} units\n\n${table(
    ['method', 'prices', ...head, 'ours / theirs'],
    rows,
  )}`;
}

function segments(report: Report, ours: string): string {
  const others = report.methods.filter((name) => name !== ours);
  return table(
    ['segment', 'units', ...report.methods, ...others.map((name) => `ours / ${name}`)],
    report.segments
      .filter(({ by }) => by !== 'condition')
      .map((segment) => [
        `${segment.by} ${segment.value}`,
        String(segment.units),
        ...report.methods.map((name) => percent(segment.metrics[name]?.mdape)),
        ...others.map((name) => againstText(segment, name)),
      ]),
  );
}

function calibration(report: Report, ours: string): string {
  return table(
    ['segment', 'units', '≤ 10%', '≤ 20%', 'bias', 'coverage', 'width', 'confidence', 'observed'],
    report.segments.map((segment) => {
      const own = segment.metrics[ours];
      return [
        `${segment.by} ${segment.value}`,
        String(segment.units),
        ...[own?.within10, own?.within20, own?.bias, own?.coverage, own?.width].map(percent),
        percent(own?.confidence?.stated),
        percent(own?.confidence?.observed),
      ];
    }),
  );
}

function reliability(report: Report, ours: string): string {
  const used = report.segments.find(({ by, value }) => by === 'condition' && value === 'used');
  const own = used?.metrics[ours]?.confidence;
  if (own === undefined || own === null) return '';
  const rows = own.bins.map(({ n, stated, observed }, bin) => [
    String(bin + 1),
    String(n),
    percent(stated),
    percent(observed),
    percent(observed - stated),
  ]);
  return [
    `### Confidence of ${ours} by its tenths (used)`,
    `Brier score ${own.brier.toFixed(4)} (of the observed share alone ${own.brierOfShare.toFixed(4)}), log score ${own.logScore.toFixed(4)}.`,
    table(['tenth', 'prices', 'stated', 'observed', 'difference'], rows),
  ].join('\n\n');
}

function splits(report: Report, ours: string): string {
  const others = report.methods.filter((name) => name !== ours);
  return table(
    ['split', 'prices', ...report.methods, ...others.map((name) => `ours / ${name}`)],
    report.splits.map(({ name, used, mdape }) => [
      name,
      String(used),
      ...report.methods.map((method) => percent(mdape[method])),
      ...others.map((other) => {
        const [own, their] = [mdape[ours] ?? null, mdape[other] ?? null];
        return own === null || their === null ? '–' : (own / their).toFixed(3);
      }),
    ]),
  );
}

function againstText(segment: Segment, name: string): string {
  const own = segment.against[name];
  if (own === undefined) return '–';
  return `${own.ratio.toFixed(3)} (${own.low.toFixed(2)}–${own.high.toFixed(2)})`;
}

function hundredths(share: number | null): string {
  return share === null ? '–' : (100 * share).toFixed(2);
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : (100 * share).toFixed(1);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
