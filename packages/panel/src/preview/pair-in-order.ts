import { createElement, Fragment, type ReactNode } from 'react';

/** Renders list items that have no keys, such as pieces of a text or buttons. */
export const inOrder = <T>(list: readonly T[], draw: (one: T, index: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...list.map(draw));
