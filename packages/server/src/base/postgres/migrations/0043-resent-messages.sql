-- RUN21: the member who asked for a message to be sent again; null: its run sent it
alter table messages add column requested_by text;
alter table messages add constraint messages_requested_by_length check (char_length(requested_by) between 1 and 200) not valid;

-- RUN5: a message that was refused at once has a row too, also where its channel has no connection.
-- contract: since 0043 nothing reads the connection of a settled message without expecting none
alter table messages alter connection_id drop not null;
alter table messages add constraint messages_open_has_connection check (connection_id is not null or next_attempt_at is null) not valid;

-- COM8: the member who recorded a choice for the contact; null: nobody of the store did
alter table consents add column author text;
alter table consents add constraint consents_author_length check (char_length(author) between 1 and 200) not valid;
