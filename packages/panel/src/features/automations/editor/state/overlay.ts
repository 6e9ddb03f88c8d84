import type { Flow } from '@retoma/flow';
import type { Highlights } from '../../../../diagram/metrics/highlights.ts';

/** A read-only replacement for the document in the diagram; without `flow`, highlights on the document itself. */
export type Overlay = { readonly flow?: Flow; readonly highlights: Highlights };

/** The slice of what is shown over the document: a proposal, a comparison, or the path of a test. */
export type OverlayState = { readonly overlay: Overlay | undefined };

/** Nothing over the document. */
export const noOverlay: OverlayState = { overlay: undefined };
