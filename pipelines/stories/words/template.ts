/**
 * Texts with named gaps: `{who} ask {change} more`. A gap whose name begins with a capital begins a
 * sentence. Everything that is a figure or a name stands in a gap; a test sees to it that no template
 * has a digit or a number word of its own.
 */
export type Slots = Readonly<Record<string, string>>;

export interface DataPoint {
  metric: string;
  value: string;
  /** How it changed over time; `none` of what tells of no change. */
  trend: 'up' | 'down' | 'none';
  impact: 'positive' | 'negative' | 'neutral';
}

/** What can be said of one kind of finding: for each place several ways to say it, of which one is taken. */
export interface Wording {
  title: readonly string[];
  summary: readonly string[];
  /** Sentence by sentence. */
  narrative: readonly (readonly string[])[];
  insights: readonly (readonly string[])[];
  recommendations: readonly (readonly string[])[];
}

export interface Words {
  wording: Wording;
  slots: Slots;
  dataPoints: readonly DataPoint[];
}

/** The parts of a story that are read. */
export interface StoryText {
  title: string;
  summary: string;
  narrative: string;
  dataPoints: DataPoint[];
  keyInsights: string[];
  recommendations: string[];
}

/** Writes a story; which of the ways to say it are taken depends on its id alone. */
export function write(id: string, { wording, slots, dataPoints }: Words): StoryText {
  const say = (place: string, ways: readonly string[]): string =>
    fill(ways[hash(`${id}/${place}`) % ways.length] ?? '', slots);
  const list = (place: string, all: readonly (readonly string[])[]): string[] =>
    all.map((ways, at) => say(`${place}/${at}`, ways));
  return {
    title: say('title', wording.title),
    summary: say('summary', wording.summary),
    narrative: list('narrative', wording.narrative).join(' '),
    dataPoints: dataPoints.map((point) => ({ ...point, metric: fill(point.metric, slots) })),
    keyInsights: list('insights', wording.insights),
    recommendations: list('recommendations', wording.recommendations),
  };
}

/** @throws TypeError for a gap that nothing is known for: a mistake in a template */
function fill(template: string, slots: Slots): string {
  return template.replaceAll(/\{(\w+)\}/g, (_gap, name: string) => {
    const text = slots[name.charAt(0).toLowerCase() + name.slice(1)];
    if (text === undefined) throw new TypeError(`Nothing is known for {${name}} in "${template}".`);
    return /^[A-Z]/.test(name) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  });
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
