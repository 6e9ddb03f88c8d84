import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('statements end at semicolons outside strings, names, comments and function bodies', () => {
  const statements = [
    `create table "a;b" (name text default 'x;''y')`,
    `-- one; two\ncreate function f() returns trigger language plpgsql as $$ begin return null; end $$`,
    `/* a; b */ do $body$ begin perform $$;$$; end $body$`,
  ];
  expect(splitStatements(`${statements.join(';\n')};\n-- the end;\n`)).toEqual(statements);
});

test('a text of comments has no statement; the last semicolon may be missing', () => {
  expect(splitStatements('-- nothing;\n')).toEqual([]);
  expect(splitStatements('select 1')).toEqual(['select 1']);
});
