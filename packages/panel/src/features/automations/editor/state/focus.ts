/** The slice of the requests to move the focus. */
export type FocusState = {
  /** Increases when the card of the cursor should take the focus. */
  readonly cardFocusRequest: number;
  /** Whether that leads to another step, which then is shown large enough to be read. */
  readonly isJump: boolean;
  /** Increases when the first field of the panel should take the focus; 0: it should not. */
  readonly fieldFocusRequest: number;
  /** The path that the JSON view jumps to; a new object repeats the jump. */
  readonly jsonFocusRequest: { readonly path: string } | undefined;
};

/** No request. */
export const initialFocus: FocusState = {
  cardFocusRequest: 0,
  isJump: false,
  fieldFocusRequest: 0,
  jsonFocusRequest: undefined,
};

/** Requests the focus for the card of the cursor. */
export const cardFocused = ({ cardFocusRequest }: FocusState, isJump: boolean): Partial<FocusState> => ({
  cardFocusRequest: cardFocusRequest + 1,
  isJump,
});

/** Requests the focus for the first field of the panel. */
export const fieldFocused = ({ fieldFocusRequest }: FocusState): Partial<FocusState> => ({
  fieldFocusRequest: fieldFocusRequest + 1,
});

/** Leaves the focus where it is: a panel opened with the pointer keeps the keys of the tree working. */
export const fieldNotFocused: Partial<FocusState> = { fieldFocusRequest: 0 };
