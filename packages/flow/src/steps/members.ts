import { id, table, tag, type Members, type Schema } from '../members/member.ts';

/** The members every step may have (specification DEF2). */
export const commonMembers = {
  /** Set on save if absent; unique in the whole flow. */
  id: id({ title: 'Id', description: 'Criado ao salvar quando não vem; único na automação.' }),
  /** Flat format, root list only: the branch this step belongs to. */
  parentId: id(
    { title: 'Ramo', description: 'Formato plano: id do ramo a que o passo pertence. Só na lista principal.' },
    true,
  ),
  /** Flat format, root list only: the step to which the editor draws a line. The engine ignores it. */
  nextId: id(
    { title: 'Próximo', description: 'Formato plano: id do próximo passo, para o desenho. Só na lista principal.' },
    true,
  ),
};

/** The table of a kind of step: the common members and its own. */
export const stepTable = <const Type extends string, const Own extends Members>(
  type: Type,
  about: Schema,
  own: Own,
  schema: Schema = {},
) => table(about, { type: tag(type), ...commonMembers, ...own }, { schema });
