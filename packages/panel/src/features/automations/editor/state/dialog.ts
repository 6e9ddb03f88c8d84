import type { Placement } from '@retoma/flow';

/** A dialog over the tree. `anchor`: the position of the button that opened it, in window pixels. */
export type TreeDialog =
  | { kind: 'insert'; slot: Placement; anchor?: { x: number; y: number } }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'move'; id: string }
  | { kind: 'find' }
  | { kind: 'keys' };

/** The slice of the open dialog. */
export type DialogState = { readonly dialog: TreeDialog | undefined };

/** No dialog is open. */
export const noDialog: DialogState = { dialog: undefined };
