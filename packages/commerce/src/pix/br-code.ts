import type { Cents } from '../money.ts';

/** The fields of both kinds of BR Code (COM9). */
type CommonBrCode = {
  /** The receiver's name: 1 to 25 characters. */
  name: string;
  /** The receiver's city: 1 to 15 characters. */
  city: string;
  /** CEP, at most 10 characters. */
  postalCode?: string;
  /** Absent if the payer enters it. A dynamic code's amount is the one at `url`. */
  amount?: Cents;
  /** Whether it may be paid only once (field 01 is 12). */
  once: boolean;
};

/** A code that contains all its data. */
export type StaticBrCode = CommonBrCode & {
  kind: 'static';
  /** The receiver's PIX key, at most 77 characters. */
  key: string;
  /** A note for the payer, at most 72 characters. */
  info?: string;
  /** The receiver's id of the payment: 1 to 25 letters and digits. */
  txid?: string;
};

/** A code that refers to a charge at a provider. */
export type DynamicBrCode = CommonBrCode & {
  kind: 'dynamic';
  /** The address of the charge without a scheme, at most 77 characters: `pix.example.com/qr/v2/123`. */
  url: string;
};

/** The data of a PIX code, "copia e cola" (COM9). */
export type BrCode = StaticBrCode | DynamicBrCode;
