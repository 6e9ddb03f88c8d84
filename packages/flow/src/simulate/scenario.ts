import type { RunData } from '../interpret/data.ts';

/** The environment of a run (command line: the scenario). Everything but `start` is optional; minutes count from the start. */
export type Scenario = {
  /** ISO 8601. */
  readonly start: string;
  /** The data at the start, keyed by metatag category. */
  readonly context?: RunData;
  readonly changes?: readonly Change[];
  readonly messages?: readonly DeliveryScript[];
};

/** New values at dotted places of the data, from an instant on. */
export type Change = { readonly at: number; readonly set: { readonly [place: string]: unknown } };

/** The result of a step's sends. If several match one send, all of them apply. */
export type DeliveryScript = {
  /** The step's id or path. */
  readonly step: string;
  /** The number of the send of the step, from 1; absent: every one. */
  readonly pass?: number;
  /** Refuses it, for this reason. */
  readonly fail?: string;
  /** Minutes after the sending. */
  readonly open?: number;
  readonly click?: number;
  readonly reply?: number;
};

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** An ISO 8601 instant in milliseconds since 1970; null if it is none. Without an offset it is UTC, as every stored instant is. */
export function instantOf(text: string): number | null {
  const match = isoInstant.exec(text);
  if (!match) return null;
  const instant = Date.parse(match[1] || text.length === 10 ? text : `${text}Z`);
  return Number.isNaN(instant) ? null : instant;
}
