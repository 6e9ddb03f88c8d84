import { useCreationDefaults } from '../use-creation-defaults.ts';
import type { ButtonColours } from './blocks.ts';

/** The colours of the store's buttons; undefined for a store without a colour, and until they are loaded. */
export const useButtonColours = (): ButtonColours | undefined => useCreationDefaults()?.button ?? undefined;
