/** Check digit of a field of the digitable line: modulo 10 with weights 2, 1 from the right; the digits of each product are summed. */
export function fieldDigit(field: string): string {
  let sum = 0;
  for (let place = 0; place < field.length; place++) {
    const product = Number(field.at(-1 - place)) * (place % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Check digit of a barcode's other 43 digits: modulo 11 with weights 2 to 9 from the right; a result of 0, 10 or 11 becomes 1. */
export function barcodeDigit(others: string): string {
  let sum = 0;
  for (let place = 0; place < others.length; place++) sum += Number(others.at(-1 - place)) * (2 + (place % 8));
  const digit = 11 - (sum % 11);
  return digit > 9 ? '1' : String(digit);
}
