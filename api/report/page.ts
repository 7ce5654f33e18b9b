// Its types know the default export alone.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit';

/** US Letter, in points. */
const MARGIN = 54;
const WIDTH = 612 - 2 * MARGIN;
const FOOT = 792 - MARGIN;
const BODY = 9.5;
const LINE_GAP = 1.5;
/** A heading with the room around it, and what stands between a section's parts. */
const HEADING = 36;
const SECTION_GAP = 4;
const CELL = 8.5;
const CELL_PADDING = 4;
/** A cell has so many signs at most, by its width: two lines of usual text, four of the widest letter. */
const POINTS_PER_SIGN = 2;

export const COLOURS = {
  ink: '#17211c',
  muted: '#515c55',
  edge: '#d8d5c9',
  sunken: '#f3f1ea',
  line: '#0a5c46',
  band: '#a9cdbf',
} as const;

export interface Column<Row> {
  head: string;
  /** Shares of the page's width. */
  share: number;
  align?: 'left' | 'right';
  text: (row: Row) => string;
  /** Where the text leads. */
  link?: (row: Row) => string | undefined;
}

/** A table of so few rows is not broken over two pages. */
const WHOLE_UP_TO = 12;

interface SectionOf<Row> {
  title: string;
  /** What is to be known before the table is read. */
  texts: readonly string[];
  colour?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

interface RowOptions {
  shaded?: boolean;
  links?: readonly (string | undefined)[];
  /** Writes the table's head again, where the row begins a page. */
  head?: () => void;
}

/** A report, written from top to bottom: what does not fit goes on a new page. */
export class Report {
  readonly pdf: PDFKit.PDFDocument;
  readonly width = WIDTH;
  readonly left = MARGIN;
  readonly #chunks: Buffer[] = [];

  constructor(title: string, now: Date) {
    this.pdf = new PDFDocument({
      size: 'LETTER',
      margin: MARGIN,
      bufferPages: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: plain(title), Author: 'RigWorth', CreationDate: now, ModDate: now },
    });
    this.pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** A new page where less than so many points are left. @returns whether it began one */
  need(points: number): boolean {
    const isFull = this.pdf.y + points > FOOT;
    if (isFull) this.pdf.addPage();
    return isFull;
  }

  gap(points: number): void {
    this.pdf.y += points;
  }

  title(text: string): void {
    this.#write(text, 'Helvetica-Bold', 20, COLOURS.ink);
  }

  heading(text: string): void {
    // Never alone at a page's end.
    this.need(60);
    this.gap(14);
    this.#write(text, 'Helvetica-Bold', 12.5, COLOURS.ink);
    this.gap(4);
  }

  figure(text: string): void {
    this.#write(text, 'Helvetica-Bold', 30, COLOURS.line);
  }

  paragraph(text: string, colour: string = COLOURS.ink): void {
    this.need(30);
    this.#write(text, 'Helvetica', BODY, colour);
  }

  /** Under its heading on the same page: a short table whole, another one's beginning. */
  section<Row>({ title, texts, colour, columns, rows }: SectionOf<Row>): void {
    this.pdf.font('Helvetica').fontSize(BODY);
    const said = texts.map((text) => this.#heightOf(text) + SECTION_GAP);
    this.#keep(HEADING + said.reduce((sum, height) => sum + height, 0), columns, rows);
    this.heading(title);
    for (const text of texts) {
      this.paragraph(text, colour);
      this.gap(SECTION_GAP);
    }
    this.table(columns, rows);
  }

  /** Its head stands above it on each page; a short one is kept whole. */
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    this.#keep(0, columns, rows);
    const heads = headsOf(columns);
    const head = (): void => this.#row(heads, columns, 'Helvetica-Bold', COLOURS.muted);
    head();
    rows.forEach((row, at) => {
      const links = columns.map(({ link }) => link?.(row));
      this.#row(textsOf(columns, row), columns, 'Helvetica', COLOURS.ink, {
        head,
        links,
        shaded: at % 2 === 0,
      });
    });
  }

  /** Numbers the pages and ends the file. */
  end(foot: string): Promise<Buffer<ArrayBuffer>> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.pdf.switchToPage(page);
      // Below the margin a line would begin a page of its own.
      this.pdf.page.margins.bottom = 0;
      const text = `${foot}   Page ${page + 1} of ${count}`;
      this.pdf.font('Helvetica').fontSize(7.5).fillColor(COLOURS.muted);
      this.pdf.text(plain(text), MARGIN, FOOT + 18, { width: WIDTH, lineBreak: false });
    }
    const whole = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
      this.pdf.once('end', () => resolve(Buffer.concat(this.#chunks)));
      this.pdf.once('error', reject);
    });
    this.pdf.end();
    return whole;
  }

  /** A new page where a table, or the beginning of a long one, has no room below what is said before it. */
  #keep<Row>(above: number, columns: readonly Column<Row>[], rows: readonly Row[]): void {
    const kept = rows.length <= WHOLE_UP_TO ? rows : rows.slice(0, 2);
    const heights = [
      this.#layOut(headsOf(columns), columns, 'Helvetica-Bold').height,
      ...kept.map((row) => this.#layOut(textsOf(columns, row), columns, 'Helvetica').height),
    ];
    const height = heights.reduce((sum, each) => sum + each, above);
    // What is higher than a page would leave one empty.
    this.need(Math.min(height, FOOT - MARGIN));
  }

  #heightOf(text: string): number {
    return this.pdf.heightOfString(plain(text), { width: WIDTH, lineGap: LINE_GAP });
  }

  #write(text: string, font: string, size: number, colour: string): void {
    this.pdf.font(font).fontSize(size).fillColor(colour);
    this.pdf.text(plain(text), MARGIN, this.pdf.y, { width: WIDTH, lineGap: LINE_GAP });
  }

  #row(
    texts: readonly string[],
    columns: readonly Looks[],
    font: string,
    colour: string,
    { shaded = false, links = [], head }: RowOptions = {},
  ): void {
    const { pdf } = this;
    const { cells, height } = this.#layOut(texts, columns, font);
    if (this.need(height)) head?.();
    const top = pdf.y;
    if (shaded) pdf.rect(MARGIN, top, WIDTH, height).fill(COLOURS.sunken);
    pdf.font(font).fontSize(CELL).fillColor(colour);
    let x = MARGIN;
    cells.forEach(({ text, width }, at) => {
      const link = links[at];
      pdf.text(text, x + CELL_PADDING, top + CELL_PADDING, {
        width: width - 2 * CELL_PADDING,
        align: columns[at]?.align ?? 'left',
        ...(link === undefined ? {} : { link, underline: true }),
      });
      x += width;
    });
    pdf.y = top + height;
    pdf.x = MARGIN;
  }

  /** What a row's cells say, how wide each is, and how high the row. */
  #layOut(texts: readonly string[], columns: readonly Looks[], font: string) {
    this.pdf.font(font).fontSize(CELL);
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const cells = texts.map((text, at) => {
      const width = ((columns[at]?.share ?? 0) / total) * WIDTH;
      const inner = width - 2 * CELL_PADDING;
      const said = cut(plain(text), Math.floor(inner / POINTS_PER_SIGN));
      return { text: said, width, high: this.pdf.heightOfString(said, { width: inner }) };
    });
    return { cells, height: Math.max(...cells.map(({ high }) => high)) + 7 };
  }
}

type Looks = Pick<Column<never>, 'share' | 'align'>;

const headsOf = (columns: readonly { head: string }[]): string[] => columns.map(({ head }) => head);

const textsOf = <Row>(columns: readonly Column<Row>[], row: Row): string[] =>
  columns.map(({ text }) => text(row));

/** Listings write what they like: a word without end would be laid out for seconds and fill pages. */
const cut = (text: string, signs: number): string =>
  text.length <= signs ? text : `${text.slice(0, signs - 1)}…`;

/** Signs of Windows' western set beyond Latin-1, which the fonts every reader has can show. */
const BEYOND_LATIN = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Marks of direction, joiners and control signs, of which nothing is to be seen. */
const UNSEEN = /[^\P{Cc}\t\r\n]|\p{Cf}/gu;

/** What the fonts cannot show becomes a question mark: makers and dealers write what they like. */
function plain(text: string): string {
  return Array.from(text.normalize('NFC').replace(UNSEEN, ''), (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const isLatin = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
    return isLatin || BEYOND_LATIN.includes(sign) ? sign : /\s/.test(sign) ? ' ' : '?';
  }).join('');
}
