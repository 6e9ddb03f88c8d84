import { createElement, Fragment, type ReactNode } from 'react';

/** What is drawn of a list that has no names of its own: pieces of a text, buttons as they were written. */
export const inOrder = <T>(list: readonly T[], draw: (one: T, index: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...list.map(draw));
