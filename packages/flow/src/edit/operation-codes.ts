import type { Locale, Localized } from '@retoma/commerce/locale';
import type { Issue } from '../validate/issue.ts';

/** The texts of refused operations, fixes and proposals (EDT2, COP1 to COP6). Placeholders such as `{id}` are replaced. */
export const operationCodes = {
  UNKNOWN_OPERATION: {
    'pt-BR': 'Não existe a operação {op}.',
    en: 'Unknown operation {op}.',
  },
  INVALID_MEMBER: {
    'pt-BR': 'O campo {member} de {op} falta, não existe ou não é o que se espera.',
    en: 'The field {member} of {op} is missing, unknown or invalid.',
  },
  FLAT_FLOW: {
    'pt-BR': 'Esta automação está no formato plano. Converta para o formato aninhado antes de editar.',
    en: 'This automation is in the flat format. Convert it to the nested format before you edit it.',
  },
  FLAT_STEPS: {
    'pt-BR': 'Estes passos estão no formato plano. Converta para o formato aninhado antes de colar.',
    en: 'These steps are in the flat format. Convert them to the nested format before you paste them.',
  },
  UNKNOWN_STEP: {
    'pt-BR': 'Não há um passo com o id {id}.',
    en: 'There is no step with the ID {id}.',
  },
  UNKNOWN_BRANCH: {
    'pt-BR': 'A condição não tem um caminho com o id {id}.',
    en: 'The condition has no branch with the ID {id}.',
  },
  NOT_A_CONDITION: {
    'pt-BR': 'O passo {id} não é uma condição.',
    en: 'The step {id} is not a condition.',
  },
  NO_BRANCHES: {
    'pt-BR': 'A condição {id} só tem “sim” e “não”, sem caminhos com nome.',
    en: 'The condition {id} has only “yes” and “no”, and no named branches.',
  },
  LAST_BRANCH: {
    'pt-BR': 'Uma condição precisa de pelo menos um caminho. Remova a condição inteira.',
    en: 'A condition needs at least one branch. Remove the whole condition.',
  },
  ALREADY_ENDS: {
    'pt-BR': 'O caminho {id} já termina em um fim.',
    en: 'The branch {id} already ends in an end.',
  },
  ROOT_STAYS: {
    'pt-BR': 'O gatilho é a raiz da automação: não pode ser removido, movido nem copiado.',
    en: 'The trigger is the root of the automation: it cannot be removed, moved or copied.',
  },
  UNCLEAR_PLACE: {
    'pt-BR':
      'O lugar não está claro: use afterNodeId, ou conditionNodeId com branchId, ou actionNodeId com actionOutputHandle.',
    en: 'The position is ambiguous: use afterNodeId, or conditionNodeId with branchId, or actionNodeId with actionOutputHandle.',
  },
  ANCHOR_ELSEWHERE: {
    'pt-BR': 'O passo {id} não está nesse caminho ou nessa saída.',
    en: 'The step {id} is not in that branch or output.',
  },
  AFTER_END: {
    'pt-BR': 'Nada roda depois de um fim.',
    en: 'Nothing runs after an end.',
  },
  NO_SUCH_OUTPUT: {
    'pt-BR': 'O passo {id} não tem a saída {handle}.',
    en: 'The step {id} has no output {handle}.',
  },
  NOT_NEIGHBOURS: {
    'pt-BR': 'Estes passos não vêm um logo depois do outro.',
    en: 'These steps do not follow each other directly.',
  },
  INTO_ITSELF: {
    'pt-BR': 'Um passo não pode ir para dentro de si mesmo.',
    en: 'A step cannot be moved into itself.',
  },
  NOT_A_CONTAINER: {
    'pt-BR': 'Passos só podem ser envolvidos por uma condição (com branchId), por uma tentativa ou por uma repetição.',
    en: 'Steps can only be wrapped by a condition (with branchId), a retry or a loop.',
  },
  FIXED_MEMBER: {
    'pt-BR': 'O campo {member} não muda por aqui: há uma operação própria para isso.',
    en: 'The field {member} has an operation of its own and cannot be changed here.',
  },
  TOO_MANY_STEPS: {
    'pt-BR':
      'Passaria do limite de passos: 50 na lista principal, 500 no total. Mova passos para um caminho ou remova alguns.',
    en: 'That would exceed the limit of steps: 50 in the root list, 500 in total. Move steps into a branch or remove some.',
  },
  TOO_DEEP: {
    'pt-BR': 'Passaria do limite de 20 listas dentro de listas.',
    en: 'That would exceed the limit of 20 nested lists.',
  },
  DUPLICATE_ID: {
    'pt-BR': 'Um id desta mudança já é usado por outro passo ou caminho.',
    en: 'An ID of this change is already used by another step or branch.',
  },
  INVALID_RESULT: {
    'pt-BR': 'A mudança deixaria a automação com erros.',
    en: 'The change would leave the automation with errors.',
  },
  STALE_INVERSE: {
    'pt-BR': 'A automação mudou desde então; isto já não pode ser desfeito.',
    en: 'The automation has changed since then; this can no longer be undone.',
  },
  INVALID_PROPOSAL: {
    'pt-BR': 'O campo {member} da proposta falta ou não é o que se espera.',
    en: 'The field {member} of the proposal is missing or invalid.',
  },
  NO_OPERATIONS: {
    'pt-BR': 'Com confiança alta ou média, uma proposta que pede mudança precisa de operações.',
    en: 'With high or medium confidence, a proposal for a change must have operations.',
  },
  UNSURE_OPERATIONS: {
    'pt-BR': 'Com confiança baixa não pode haver operações.',
    en: 'With low confidence, there must be no operations.',
  },
  NO_OPTIONS: {
    'pt-BR': 'Com confiança baixa é preciso oferecer disambiguationOptions.',
    en: 'With low confidence, disambiguationOptions is required.',
  },
  INVENTED_ID: {
    'pt-BR': 'O id {id} não existe na automação. Use só ids que estão nela.',
    en: 'The id {id} does not exist in the automation. Use only ids that are in it.',
  },
  GIVEN_ID: {
    'pt-BR': 'Passos novos não trazem id, e ids não mudam.',
    en: 'New steps must have no ID, and IDs cannot change.',
  },
  NOT_PROPOSED: {
    'pt-BR': 'Ações {name} não são executadas e não são propostas.',
    en: 'Actions {name} are not executed and are not proposed.',
  },
  NOT_FOR_COPILOT: {
    'pt-BR': 'O copiloto não usa a operação {op}.',
    en: 'The copilot does not use the operation {op}.',
  },
  INVALID_PAYLOAD: {
    'pt-BR': 'O campo {member} do passo falta ou não é o que se espera.',
    en: 'The field {member} of the step is missing or invalid.',
  },
  CONTENT_NOT_FOR_ACTION: {
    'pt-BR': 'Conteúdo {type} não serve para {action}.',
    en: 'Content {type} is not supported by {action}.',
  },
  SEVERAL_STEPS: {
    'pt-BR': 'Este conteúdo vira vários passos e não cabe em uma só mudança de passo.',
    en: 'This content needs several steps and cannot replace a single step.',
  },
  INVALID_METATAGS: {
    'pt-BR': 'A mudança usa dados que ficariam vazios.',
    en: 'The change uses metatags that cannot be filled in.',
  },
} as const satisfies Record<string, Localized>;

/** A code of a refusal. */
export type OperationCode = keyof typeof operationCodes;

/** A refusal. `issues`: the validator's issues, if these are the reason. */
export type Refusal = {
  ok: false;
  code: OperationCode;
  values: Readonly<Record<string, string>>;
  issues?: readonly Issue[];
};

/** Builds a refusal. */
export function refuse(code: OperationCode, values: Refusal['values'] = {}, issues?: readonly Issue[]): Refusal {
  return { ok: false, code, values, ...(issues && { issues }) };
}

/** The text of a refusal. Placeholders inside values are not replaced. */
export function describeRefusal({ code, values, issues = [] }: Refusal, locale: Locale = 'pt-BR'): string {
  const text = operationCodes[code][locale].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name]!.slice(0, 80) : placeholder,
  );
  return [text, ...issues.slice(0, 3).map(({ message }) => message)].join(' ');
}
