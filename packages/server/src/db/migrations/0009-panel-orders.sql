-- What the sandbox delivered of an e-mail: the bytes that a mail server would have been given
alter table sandbox_messages add mime bytea;
