import type { Flow } from '../../definition/flow.ts';
import type { Refusal } from '../operation-codes.ts';

/** What an operation made of a flow, or why it would not. */
export type Outcome = { ok: true; flow: Flow } | Refusal;
