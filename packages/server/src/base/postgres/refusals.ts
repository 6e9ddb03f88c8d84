import { localized, type Localized } from '@retoma/commerce';

/**
 * Why a database, or the folder of the embedded one, cannot be used: each code with what to do. Braces are places for the values of a
 * refusal.
 */
export const databaseRefusals = {
  POOLED_CONNECTION: localized(
    '{setting} passa por um pooler em modo de transação (PgBouncer, “-pooler” da Neon, porta 6543 da Supabase), onde não funcionam avisos (LISTEN), travas e configurações de sessão: use o endereço direto do banco, ou o modo de sessão (pool_mode = session).',
    '{setting} goes through a connection pooler in transaction mode (PgBouncer, “-pooler” of Neon, port 6543 of Supabase), where notifications (LISTEN), locks and session settings do not work: use the direct connection string, or session mode (pool_mode = session).',
  ),
  PARAMETER_REFUSED: localized(
    'O pooler de {setting} não aceita um parâmetro do endereço ({reason}): tire-o do endereço e use alter role … set.',
    'The connection pooler of {setting} does not accept a parameter of the connection string ({reason}): remove it there, and use alter role … set.',
  ),
  WRONG_ENCODING: localized(
    'O banco de {setting} tem a codificação {found}, que não guarda emojis nem todas as letras. Crie outro com createdb -E UTF8 -T template0 e copie os dados com pg_dump e pg_restore.',
    'The database of {setting} has the encoding {found}, which cannot store emojis and all letters. Create another database with createdb -E UTF8 -T template0, and copy the data with pg_dump and pg_restore.',
  ),
  POSTGRES_TOO_OLD: localized(
    'O banco de {setting} é o PostgreSQL {found}; o Retoma precisa do {needed} ou mais novo.',
    'The database of {setting} is PostgreSQL {found}; Retoma needs {needed} or later.',
  ),
  NO_SCHEMA: localized(
    'O search_path da role {role} de {setting} não contém nenhum esquema existente. Corrija com: alter role {role} set search_path to public',
    'The search_path of the role {role} of {setting} contains no existing schema. Correct it with: alter role {role} set search_path to public',
  ),
  OTHER_SCHEMA: localized(
    'As tabelas do Retoma estão no esquema {found}, que não está no search_path da role {role} de {setting}. Corrija com: alter role {role} set search_path to {found}. Para começar com tabelas vazias em outro esquema, acrescente ?schema={schema} ao endereço.',
    'The tables of Retoma are in the schema {found}, which is not in the search_path of the role {role} of {setting}. Correct it with: alter role {role} set search_path to {found}. To start with empty tables in another schema, add ?schema={schema} to the address.',
  ),
  DATA_OF_OTHER_VERSION: localized(
    'Os dados em {folder} foram criados pelo PostgreSQL {found}, e esta versão do Retoma inclui o {needed}. Nada foi alterado. Volte à versão que os criou, ou migre os dados com pg_dump (docs/upgrade.md).',
    'The data in {folder} was created by PostgreSQL {found}, and this release of Retoma includes {needed}. Nothing was changed. Return to the release that created it, or migrate it with pg_dump (docs/upgrade.md).',
  ),
  DATA_OF_OTHER_USER: localized(
    '{folder} é do usuário {owner}, mas precisa ser de {user}. Nada foi alterado. Inicie o Retoma como {starter}, ou mude o dono: sudo chown -R {user} {home}',
    '{folder} belongs to the user {owner}, but must belong to {user}. Nothing was changed. Start Retoma as {starter}, or change the owner: sudo chown -R {user} {home}',
  ),
  NO_ACCESS: localized(
    'Este processo não pode ler ou gravar {folder} ({reason}). Nada foi alterado. Dê acesso ao usuário {user}, ou escolha outra pasta com RETOMA_HOME.',
    'This process cannot read or write {folder} ({reason}). Nothing was changed. Grant access to the user {user}, or choose another folder with RETOMA_HOME.',
  ),
  NO_DATA_FOLDER: localized(
    '{folder} não é um banco PostgreSQL completo (falta {missing}). Nada foi alterado. Restaure um backup (docs/backups.md), ou mova a pasta para começar com um banco vazio.',
    '{folder} is not a complete PostgreSQL database ({missing} is missing). Nothing was changed. Restore a backup (docs/backups.md), or move the folder to start with an empty database.',
  ),
  DISK_FULL: localized(
    'O disco de {folder} está cheio. Libere espaço e inicie de novo; nenhum dado foi perdido.',
    'The disk of {folder} is full. Free some space and start again; no data was lost.',
  ),
  ADDRESS_IN_USE: localized(
    'O endereço do PostgreSQL embutido ({address}) está em uso por outro programa. Pare esse programa, ou escolha outra pasta com RETOMA_HOME.',
    'The address of the embedded PostgreSQL ({address}) is in use by another program. Stop that program, or choose another folder with RETOMA_HOME.',
  ),
  DATABASE_NOT_STARTED: localized(
    'O PostgreSQL embutido não conseguiu iniciar com os dados em {folder}: {reason}. Veja o log: {log}. Se os dados estão danificados, restaure um backup (docs/backups.md).',
    'The embedded PostgreSQL could not start with the data in {folder}: {reason}. See its log: {log}. If the data is damaged, restore a backup (docs/backups.md).',
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
