import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import './columns.css';

type ColumnsProps = {
  main: ReactNode;
  aside: ReactNode;
  /** Whether the only card of each column ends on the same line. */
  isEven?: boolean;
};

/** The main column of a page and a side column, which moves below it on narrow screens. */
export const Columns = ({ main, aside, isEven = false }: ColumnsProps): ReactNode => (
  <div className="columns" data-even={isEven || undefined}>
    <Stack>{main}</Stack>
    <Stack>{aside}</Stack>
  </div>
);
