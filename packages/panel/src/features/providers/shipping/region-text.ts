import { states } from '@retoma/commerce';
import type { ApiResponse } from '../../../api/call.ts';

/** COM31: a region, as the service stores it; null: everywhere. */
export type Region = ApiResponse<'GET /panel/api/stores/:storeId/freight'>['settings']['freeFrom'][number]['region'];

/**
 * Parses a region as owners write it: states and ranges of CEPs with commas between, such as `SP, RJ, 01000-000 a 05999-999`. Empty is
 * everywhere, null; undefined: it cannot be read.
 */
export function readRegion(text: string): Region | undefined {
  const parts = text.split(/[,;\n]/).flatMap((part) => part.trim() || []);
  if (parts.length === 0) return null;
  const region: NonNullable<Region> = { states: [], zipcodes: [] };
  for (const part of parts) {
    const state = part.toUpperCase();
    const range = /^(\d{5})-?(\d{3})(?:\s*(?:a|até|to|–|-)\s*(\d{5})-?(\d{3}))?$/i.exec(part);
    if (states.includes(state)) region.states.push(state);
    else if (range) {
      const from = `${range[1]}${range[2]}`;
      const to = range[3] === undefined ? from : `${range[3]}${range[4]}`;
      if (from > to) return undefined;
      region.zipcodes.push({ from, to });
    } else return undefined;
  }
  return region;
}

const zipcode = (digits: string): string => `${digits.slice(0, 5)}-${digits.slice(5)}`;

/** A region as `readRegion` parses it. */
export const regionText = (region: Region | undefined): string =>
  [
    ...(region?.states ?? []),
    ...(region?.zipcodes ?? []).map(({ from, to }) =>
      from === to ? zipcode(from) : `${zipcode(from)} a ${zipcode(to)}`,
    ),
  ].join(', ');
