import type { Cents } from '../money.ts';

/** The fields of both kinds of BR Code (COM9). */
type CommonBrCode = {
  /** Who is paid: 1 to 25 characters. */
  name: string;
  /** Where: 1 to 15 characters. */
  city: string;
  /** CEP, at most 10 characters. */
  postalCode?: string;
  /** Absent where the payer enters it. In a dynamic code the amount at `url` counts. */
  amount?: Cents;
  /** Whether it may be paid once only (field 01 is 12). */
  once: boolean;
};

/** A code that holds everything itself. */
export type StaticBrCode = CommonBrCode & {
  kind: 'static';
  /** The key of who is paid, at most 77 characters. */
  key: string;
  /** A word to the payer, at most 72 characters. */
  info?: string;
  /** 1 to 25 letters and digits, by which the receiver recognises the payment. */
  txid?: string;
};

/** A code that points to a charge at a provider. */
export type DynamicBrCode = CommonBrCode & {
  kind: 'dynamic';
  /** Where the charge is, without its scheme, at most 77 characters: `pix.example.com/qr/v2/123`. */
  url: string;
};

/** The data of a PIX code, "copia e cola" (COM9). */
export type BrCode = StaticBrCode | DynamicBrCode;
