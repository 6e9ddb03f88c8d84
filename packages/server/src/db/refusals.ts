import { localized, type Localized } from '@retoma/commerce';

/**
 * Why a database, or the folder of the embedded one, cannot be used: each code with what to do. Braces are places for the values of a
 * refusal.
 */
export const databaseRefusals = {
  POOLED_CONNECTION: localized(
    '{setting} passa por um pooler de conexões (PgBouncer, “-pooler” da Neon, porta 6543 da Supabase), onde não funcionam avisos (LISTEN), travas e configurações de sessão. Use o endereço da conexão direta.',
    '{setting} goes through a connection pooler (PgBouncer, “-pooler” of Neon, port 6543 of Supabase), where notifications (LISTEN), locks and settings of a session do not work. Use the address of the direct connection.',
  ),
  WRONG_ENCODING: localized(
    'O banco de {setting} tem a codificação {found}, que não guarda emojis nem todas as letras. Crie outro com createdb -E UTF8 -T template0 e copie os dados com pg_dump e pg_restore.',
    'The database of {setting} has the encoding {found}, which cannot store emojis and all letters. Make another one with createdb -E UTF8 -T template0, and copy the data with pg_dump and pg_restore.',
  ),
  POSTGRES_TOO_OLD: localized(
    'O banco de {setting} é o PostgreSQL {found}; o Retoma precisa do {needed} ou mais novo.',
    'The database of {setting} is PostgreSQL {found}; Retoma needs {needed} or later.',
  ),
  NO_SCHEMA: localized(
    'O search_path da role {role} de {setting} não leva a nenhum esquema. Corrija com: alter role {role} set search_path to public',
    'The search_path of the role {role} of {setting} leads to no schema. Correct it with: alter role {role} set search_path to public',
  ),
  OTHER_SCHEMA: localized(
    'As tabelas do Retoma estão no esquema {found}, e o search_path da role {role} de {setting} não as encontra. Corrija com: alter role {role} set search_path to {found}. Para começar com tabelas vazias em outro esquema, acrescente ?schema={schema} ao endereço.',
    'The tables of Retoma are in the schema {found}, and the search_path of the role {role} of {setting} does not find them. Correct it with: alter role {role} set search_path to {found}. To begin with empty tables in another schema, add ?schema={schema} to the address.',
  ),
  DATA_OF_OTHER_VERSION: localized(
    'Os dados em {folder} são do PostgreSQL {found}, e este Retoma traz o {needed}. Nada foi alterado. Volte à versão do Retoma que os criou, ou leve os dados para a nova com pg_dump (docs/upgrade.md).',
    'The data in {folder} are of PostgreSQL {found}, and this Retoma has {needed}. Nothing was changed. Go back to the release of Retoma that made them, or take them over with pg_dump (docs/upgrade.md).',
  ),
  DATA_OF_OTHER_USER: localized(
    '{folder} é do usuário {owner}, mas aqui precisa ser de {user}. Nada foi alterado. Inicie o Retoma como {starter}, ou entregue a pasta: sudo chown -R {user} {home}',
    '{folder} belongs to the user {owner}, but must belong to {user} here. Nothing was changed. Start Retoma as {starter}, or hand the folder over: sudo chown -R {user} {home}',
  ),
  NO_ACCESS: localized(
    'Este processo não pode ler ou gravar {folder} ({reason}). Nada foi alterado. Dê acesso ao usuário {user}, ou escolha outra pasta com RETOMA_HOME.',
    'This process may not read or write {folder} ({reason}). Nothing was changed. Give access to the user {user}, or choose another folder with RETOMA_HOME.',
  ),
  NO_DATA_FOLDER: localized(
    'Em {folder} há arquivos, mas não um banco PostgreSQL completo (falta {missing}). Nada foi alterado. Restaure uma cópia (docs/backups.md), ou mova a pasta para começar com um banco vazio.',
    'In {folder} there are files, but no complete PostgreSQL database ({missing} is missing). Nothing was changed. Restore a copy (docs/backups.md), or move the folder away to start with an empty database.',
  ),
  DISK_FULL: localized(
    'Não há espaço em disco para {folder}. Libere espaço e inicie de novo; os dados continuam lá.',
    'There is no disk space for {folder}. Free some and start again; the data are still there.',
  ),
  ADDRESS_IN_USE: localized(
    'O endereço do PostgreSQL embutido ({address}) é usado por outro programa. Pare esse programa, ou escolha outra pasta com RETOMA_HOME.',
    'The address of the embedded PostgreSQL ({address}) is used by another program. Stop that program, or choose another folder with RETOMA_HOME.',
  ),
  DATABASE_NOT_STARTED: localized(
    'O PostgreSQL embutido não abriu os dados em {folder}: {reason}. O registro está em {log}. Se os dados estão danificados, restaure uma cópia (docs/backups.md).',
    'The embedded PostgreSQL did not open the data in {folder}: {reason}. Its log is {log}. If the data are damaged, restore a copy (docs/backups.md).',
  ),
} as const satisfies Record<string, Localized>;

/** The code of such a refusal. */
type DatabaseRefusal = keyof typeof databaseRefusals;

/** A database that cannot be used as it is, however often it is tried. The message is for people, in both languages. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly code: DatabaseRefusal;

  constructor(code: DatabaseRefusal, values: Readonly<Record<string, string | number>>, cause?: unknown) {
    const fill = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
    const { 'pt-BR': portuguese, en } = databaseRefusals[code];
    super(`${fill(portuguese)}\n${fill(en)}`, { cause });
    this.code = code;
  }
}
