/** Mod 10 of a field of the digitable line: weights 2, 1 from the right, the digits of each product summed. */
export function fieldDigit(field: string): string {
  let sum = 0;
  for (let place = 0; place < field.length; place++) {
    const product = Number(field.at(-1 - place)) * (place % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Mod 11 of the 43 other digits of a barcode: weights 2 to 9 from the right; what would be 0, 10 or 11 is 1. */
export function barcodeDigit(others: string): string {
  let sum = 0;
  for (let place = 0; place < others.length; place++) sum += Number(others.at(-1 - place)) * (2 + (place % 8));
  const digit = 11 - (sum % 11);
  return digit > 9 ? '1' : String(digit);
}
