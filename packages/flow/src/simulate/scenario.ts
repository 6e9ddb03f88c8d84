import type { RunData } from '../interpret/data.ts';

/** The environment of a run (command line: the scenario). All members except `start` are optional; minutes count from the start. */
export type Scenario = {
  /** ISO 8601. */
  readonly start: string;
  /** The data at the start, keyed by metatag category. */
  readonly context?: RunData;
  readonly changes?: readonly Change[];
  readonly messages?: readonly DeliveryScript[];
};

/** New values at paths of the data, from an instant on. */
export type Change = { readonly at: number; readonly set: { readonly [place: string]: unknown } };

/** The outcome of a step's sends. If several match one send, all apply. */
export type DeliveryScript = {
  /** The step's id or path. */
  readonly step: string;
  /** The number of the step's send, from 1; absent: every send. */
  readonly pass?: number;
  /** The reason for which the send is refused; absent: it is not refused. */
  readonly fail?: string;
  /** Minutes after the send. */
  readonly open?: number;
  readonly click?: number;
  readonly reply?: number;
};

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** An ISO 8601 instant in milliseconds since 1970; null if the text is invalid. Without an offset it is UTC, as in the database. */
export function instantOf(text: string): number | null {
  const match = isoInstant.exec(text);
  if (!match) return null;
  const instant = Date.parse(match[1] || text.length === 10 ? text : `${text}Z`);
  return Number.isNaN(instant) ? null : instant;
}
