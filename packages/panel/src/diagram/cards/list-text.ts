import { localized } from '@retoma/commerce/locale';
import type { Locale, Localized } from '../../ui/locale.tsx';
import type { OutlineList } from '../layout/flow-tree.ts';
import { describeRules } from './step-text.ts';

const outlets: Readonly<Record<string, Localized>> = {
  steps: { 'pt-BR': 'Caminho principal', en: 'Main path' },
  onNext: { 'pt-BR': 'Em seguida', en: 'Next' },
  onResponse: { 'pt-BR': 'Se responder', en: 'On reply' },
  onNoReply: { 'pt-BR': 'Se não responder', en: 'On no reply' },
  onOpen: { 'pt-BR': 'Se abrir', en: 'On open' },
  onClickLink: { 'pt-BR': 'Se clicar no link', en: 'On click' },
  if_true: { 'pt-BR': 'Sim', en: 'Yes' },
  if_false: { 'pt-BR': 'Não', en: 'No' },
  none: { 'pt-BR': 'Nenhum', en: 'None' },
};

const repeated: Localized = { 'pt-BR': 'Dentro da repetição', en: 'Repeated' };

/** The label of a list: `Pendente`, `Se responder`, `Nenhum`. A branch without a label is labelled by its rules. */
export function listName({ branch, kind, outlet, number }: OutlineList, locale: Locale): string {
  if (branch) {
    const rules = describeRules(branch.conditions, branch.operator, locale);
    return branch.label?.trim() || rules || `${localized('Ramo', 'Branch')[locale]} ${number}`;
  }
  return kind === 'repeated' ? repeated[locale] : (outlets[outlet]?.[locale] ?? '');
}

/** The rules of a branch beside its label; empty if the label already consists of them. */
export function listRules({ branch }: OutlineList, locale: Locale): string {
  return branch?.label?.trim() ? describeRules(branch.conditions, branch.operator, locale) : '';
}

/** The location of a list, for use in a sentence: `caminho principal`, `ramo Pendente`, `saída “Se responder”`. */
export function listLocation(list: OutlineList, locale: Locale): string {
  const name = listName(list, locale);
  if (list.kind === 'main') return localized('caminho principal', 'main path')[locale];
  if (list.kind === 'branch') return `${localized('ramo', 'branch')[locale]} ${name}`;
  if (list.kind === 'repeated') return localized('repetição', 'repetition')[locale];
  return `${localized('saída', 'output')[locale]} “${name}”`;
}
