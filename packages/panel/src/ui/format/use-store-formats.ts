import { useFormats, type Formats } from './formats.ts';
import { useStore } from '../use-store.ts';

/** Formats whose dates are in the time zone of the page's store, as the payment page and messages show them. */
export const useStoreFormats = (): Formats => useFormats(useStore().timeZone);
