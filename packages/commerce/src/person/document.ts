import { format as formatCnpj, isValid as isCnpj } from '@fnando/cnpj';
import { format as formatCpf, isValid as isCpf } from '@fnando/cpf';
import { refused, valid, type CheckedField } from './issue.ts';
import { cleanPasted } from './pasted.ts';

/** What is written before a document: `Documento: `, `CPF `, `CNPJ nº `, `CPF/MF `; without a sign behind it, where a document follows. */
const label =
  /^(?:[^:\d]{1,40}:|(?:cpf|cnpj)(?:[^0-9a-z]+(?:(?:cnpj|mf)[^0-9a-z]+)?(?:n\.?[º°][^0-9a-z]*)?|(?=\d{3}\.?\d{3}\.?\d{3}-?\d\d$|.{14})))/i;

/** A pasted CPF or CNPJ: letters and digits alone, in capitals, without its label. What is neither stays, for the check to refuse. */
export const cleanDocument = (text: string): string =>
  cleanPasted(text)
    .replace(label, '')
    .replace(/[\s.,·/'"“”‘’()-]/g, '')
    .toUpperCase();

/** Checks a CPF of 11 digits; its value has no punctuation. */
export function checkCpf(text: string): CheckedField {
  const cpf = cleanDocument(text);
  if (cpf === '') return refused('document_missing');
  if (/\D/.test(cpf)) return refused('cpf_letters');
  if (cpf.length < 11) return refused('cpf_short', 11 - cpf.length);
  if (cpf.length > 11) return refused('cpf_long', cpf.length - 11);
  return isCpf(cpf, true) ? valid(cpf) : refused('cpf_wrong');
}

/** Checks a CNPJ of 12 digits or letters and 2 digits; its value is in capitals, without punctuation. Letters are valid since July 2026. */
export function checkCnpj(text: string): CheckedField {
  const cnpj = cleanDocument(text);
  if (cnpj === '') return refused('document_missing');
  if (/[^0-9A-Z]/.test(cnpj)) return refused('cnpj_wrong');
  if (cnpj.length < 14) return refused('cnpj_short', 14 - cnpj.length);
  if (cnpj.length > 14) return refused('cnpj_long', cnpj.length - 14);
  return /\d\d$/.test(cnpj) && isCnpj(cnpj, true) ? valid(cnpj) : refused('cnpj_wrong');
}

/** Checks a CPF or CNPJ: letters, or more digits than a mistyped CPF has, mean a CNPJ. */
export function checkDocument(text: string): CheckedField {
  const plain = cleanDocument(text);
  return plain.length > 12 || /[A-Z]/.test(plain) ? checkCnpj(plain) : checkCpf(plain);
}

/**
 * Formats a document: `12345678909` → `123.456.789-09`, `12ABC34501DE35` → `12.ABC.345/01DE-35`; other texts are returned unchanged.
 */
export function formatDocument(document: string): string {
  if (/^\d{11}$/.test(document)) return formatCpf(document);
  return /^[0-9A-Z]{12}\d\d$/.test(document) ? formatCnpj(document) : document;
}
