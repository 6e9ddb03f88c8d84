import { stateOfZipcode } from './zipcode-state.ts';

/** The CEPs of a region: those of some states, and ranges from a first to a last CEP of 8 digits. */
export type Region = {
  readonly states: readonly string[];
  readonly zipcodes: readonly { readonly from: string; readonly to: string }[];
};

/** COM31: whether a region has a CEP, with or without a hyphen. Null is everywhere; an unknown CEP is in no other region. */
export function regionHas(region: Region | null | undefined, zipcode: string | null): boolean {
  if (!region) return true;
  if (zipcode === null) return false;
  const digits = zipcode.replace('-', '');
  const state = stateOfZipcode(digits);
  return (
    (state !== undefined && region.states.includes(state)) ||
    region.zipcodes.some(({ from, to }) => digits >= from && digits <= to)
  );
}
