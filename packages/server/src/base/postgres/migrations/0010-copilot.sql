-- The conversation between the people who edit an automation and the copilot. Nothing about shoppers.
create table copilot_messages (
  message_id uuid primary key,
  store_id uuid not null references stores,
  automation_id uuid not null references automations,
  -- who wrote the question; null: the copilot answered
  user_id uuid references users,
  kind text not null check (kind in ('question', 'answer', 'proposal', 'unsure', 'refused', 'stopped', 'failed')),
  body text not null check (char_length(body) <= 20000),
  -- what was proposed, as it was checked
  proposal text check (octet_length(proposal) <= 1048576),
  -- whether it was applied, and why it was not useful
  feedback text check (feedback in ('applied', 'declined', 'unhelpful')),
  reason text check (char_length(reason) <= 300),
  input_tokens int not null default 0 check (input_tokens >= 0),
  output_tokens int not null default 0 check (output_tokens >= 0),
  -- millionths of a US dollar; null: no price is set
  cost_micros bigint check (cost_micros >= 0),
  at timestamptz not null,
  constraint copilot_messages_question_has_user check ((user_id is not null) = (kind = 'question')),
  constraint copilot_messages_has_proposal check ((proposal is not null) = (kind in ('proposal', 'unsure')))
);
create index copilot_messages_automation on copilot_messages (automation_id, message_id desc);

-- What a store's copilot has used, by day (UTC): the limit is kept even where the messages were deleted
create table copilot_usage (
  store_id uuid not null references stores,
  day date not null,
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  -- of requests that are in progress; free again after reserved_until, when their process has died
  reserved_tokens bigint not null default 0 check (reserved_tokens >= 0),
  reserved_until timestamptz,
  primary key (store_id, day)
);
