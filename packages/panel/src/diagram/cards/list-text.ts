import { localized } from '@retoma/commerce/locale';
import { branchNameOf, describeRules } from '@retoma/flow';
import type { Locale, Localized } from '../../ui/locale.tsx';
import type { OutlineList } from '../layout/flow-tree.ts';

const outlets: Readonly<Record<string, Localized>> = {
  steps: { 'pt-BR': 'Caminho principal', en: 'Main path' },
  onNext: { 'pt-BR': 'Em seguida', en: 'Next' },
  onResponse: { 'pt-BR': 'Se responder', en: 'On reply' },
  onNoReply: { 'pt-BR': 'Se não responder', en: 'On no reply' },
  onOpen: { 'pt-BR': 'Se abrir', en: 'On open' },
  onClickLink: { 'pt-BR': 'Se clicar no link', en: 'On click' },
  if_true: { 'pt-BR': 'Sim', en: 'Yes' },
  if_false: { 'pt-BR': 'Não', en: 'No' },
  none: { 'pt-BR': 'Nos outros casos', en: 'In all other cases' },
};

const repeated: Localized = { 'pt-BR': 'Dentro da repetição', en: 'Repeated' };

/** The label of a list: `Pendente`, `Se responder`, `Nos outros casos`. A branch without a label is labelled by its rules. */
export function listName({ branch, kind, outlet, number, othersThan }: OutlineList, locale: Locale): string {
  if (othersThan !== undefined) return branch?.label?.trim() || outlets.none![locale];
  if (branch) {
    return (
      branch.label?.trim() || branchNameOf(branch, locale) || `${localized('Caminho', 'Branch')[locale]} ${number}`
    );
  }
  return kind === 'repeated' ? repeated[locale] : (outlets[outlet]?.[locale] ?? '');
}

/** `quem não entrou no 1`, `quem não entrou em 1 a 3`: what leads to the list of all other cases. */
const otherCases = (before: number): Localized => {
  if (before === 1) return { 'pt-BR': 'quem não entrou no 1', en: 'whoever did not enter 1' };
  if (before === 2) return { 'pt-BR': 'quem não entrou em 1 nem 2', en: 'whoever did not enter 1 or 2' };
  return { 'pt-BR': `quem não entrou em 1 a ${before}`, en: `whoever did not enter 1 to ${before}` };
};

/** The rules of a branch beside its label; empty if the label already says them. */
export function listRules({ branch, othersThan }: OutlineList, locale: Locale): string {
  if (othersThan !== undefined) return othersThan === 0 ? '' : otherCases(othersThan)[locale];
  if (!branch?.label?.trim()) return '';
  const rules = describeRules(branch.conditions, branch.operator, locale);
  return rules.toLowerCase() === branch.label.trim().toLowerCase() ? '' : rules;
}

/** The location of a list, for use in a sentence: `caminho principal`, `caminho Pendente`, `saída “Se responder”`. */
export function listLocation(list: OutlineList, locale: Locale): string {
  const name = listName(list, locale);
  if (list.othersThan !== undefined) return localized('outros casos', 'all other cases')[locale];
  if (list.kind === 'main') return localized('caminho principal', 'main path')[locale];
  if (list.kind === 'branch') return `${localized('caminho', 'branch')[locale]} ${name}`;
  if (list.kind === 'repeated') return localized('repetição', 'repetition')[locale];
  return `${localized('saída', 'output')[locale]} “${name}”`;
}
