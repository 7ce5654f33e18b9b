import type { RequestHandler } from 'express';
import type { Snapshot, SnapshotLine } from '#schemas/snapshot.ts';
import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import { analyseMarket, type MarketAnalysis } from '#domain/market/analyse.ts';
import { createEvaluator, type Evaluator } from '#domain/valuation/evaluate.ts';
import { Problem } from './http/problem.ts';

/** One snapshot, made ready to answer: everything a request needs without a warehouse query. */
export interface Market {
  snapshot: Snapshot;
  evaluator: Evaluator;
  analysis: MarketAnalysis;
  unitsByMake: ReadonlyMap<string, number>;
  linesByMake: ReadonlyMap<string, readonly SnapshotLine[]>;
}

/**
 * The market this process serves. A new snapshot is made ready beside the old one and swapped whole,
 * so that no request sees half of two.
 */
export class MarketHolder {
  readonly catalogue: Catalogue;
  #resolver: NameResolver;
  #current: Market | undefined;

  constructor(catalogue: Catalogue, resolver: NameResolver) {
    this.catalogue = catalogue;
    this.#resolver = resolver;
  }

  get resolver(): NameResolver {
    return this.#resolver;
  }

  /** Names are understood otherwise from now on: staff accepted a spelling. */
  understandBy(resolver: NameResolver): void {
    this.#resolver = resolver;
    if (this.#current === undefined) return;
    const { snapshot } = this.#current;
    this.#current = { ...this.#current, evaluator: createEvaluator(snapshot, resolver) };
  }

  /** @throws Problem 503 until the first snapshot is there */
  get current(): Market {
    if (this.#current === undefined)
      throw new Problem(
        503,
        'market_not_ready',
        'The market is still being prepared. Please try again in a moment.',
      );
    return this.#current;
  }

  get snapshot(): Snapshot | undefined {
    return this.#current?.snapshot;
  }

  swap(snapshot: Snapshot): void {
    this.#current = {
      snapshot,
      evaluator: createEvaluator(snapshot, this.resolver),
      analysis: analyseMarket(snapshot, this.nameOfMake),
      unitsByMake: new Map(snapshot.byMake.map(({ key, units }) => [key, units])),
      linesByMake: Map.groupBy(snapshot.lines, (line) => line.makeId),
    };
  }

  /** As people write it; a make the catalogue does not know by its id. */
  readonly nameOfMake = (makeId: string): string => this.catalogue.makeById(makeId)?.name ?? makeId;

  get isSample(): boolean {
    return this.#current?.snapshot.kind === 'sample';
  }

  /** Present only in answers of the sample market. */
  get sampleMark(): { sample?: true } {
    return this.isSample ? { sample: true } : {};
  }

  /** Every market answer says which market it is from; an empty one is real: nothing in it is sample. */
  readonly markAnswer: RequestHandler = (_request, response, next) => {
    if (this.#current)
      response.setHeader(
        'X-Market-Data',
        this.#current.snapshot.kind === 'sample' ? 'sample' : 'real',
      );
    next();
  };
}
