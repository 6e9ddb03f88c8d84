import type { Region } from '@retoma/commerce';

/** A region as the panel's endpoints send it. */
export const writableRegion = ({
  states,
  zipcodes,
}: Region): { states: string[]; zipcodes: { from: string; to: string }[] } => ({
  states: [...states],
  zipcodes: zipcodes.map(({ from, to }) => ({ from, to })),
});
