type Mode = 'prolog' | 'type' | 'declarations' | 'root';

/**
 * Blanks what a document type declares in its brackets, as it streams by: the text of an entity is no
 * part of the document, and nothing in it is a record. Every byte keeps its place. The text is of bytes,
 * each as one character.
 */
export class XmlProlog {
  #mode: Mode = 'prolog';
  /** What ends the quotes, comment or instruction that is open; '' where none is. */
  #until = '';
  #recent = '';
  #hasBegun = false;

  /** Whether what comes before a document's first element has come, and no element. */
  get isAllThereIs(): boolean {
    return this.#hasBegun && this.#mode !== 'root';
  }

  /** Whether the document type has not ended yet. */
  get isOpen(): boolean {
    return this.#mode === 'type' || this.#mode === 'declarations';
  }

  blank(text: string): string {
    if (this.#mode === 'root') return text;
    this.#hasBegun ||= /<[?!]/.test(text);
    let blanked = '';
    for (let at = 0; at < text.length; at += 1) {
      const mark = text[at] ?? '';
      const wasDeclared = this.#mode === 'declarations';
      const mode = this.#take(mark);
      if (mode === 'root') return blanked + text.slice(at);
      blanked += wasDeclared && mode === 'declarations' ? ' ' : mark;
    }
    return blanked;
  }

  #take(mark: string): Mode {
    const recent = (this.#recent + mark).slice(-'<!DOCTYPE'.length);
    this.#recent = recent;
    if (this.#until !== '') {
      if (recent.endsWith(this.#until)) this.#open('');
    } else if (recent.endsWith('<!--')) this.#open('-->');
    else if (recent.endsWith('<?')) this.#open('?>');
    else if (this.#mode === 'prolog') {
      if (/<!DOCTYPE$/i.test(recent)) this.#mode = 'type';
      else if (/<[^!?]$/.test(recent)) this.#mode = 'root';
    } else if (mark === '"' || mark === "'") this.#open(mark);
    else if (this.#mode === 'declarations') {
      if (mark === ']') this.#mode = 'type';
    } else if (mark === '[') this.#mode = 'declarations';
    else if (mark === '>') this.#mode = 'prolog';
    return this.#mode;
  }

  #open(until: string): void {
    this.#until = until;
    this.#recent = '';
  }
}
