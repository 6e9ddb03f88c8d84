-- Who saved the draft last, and who published a version; null: the command line
alter table automations add draft_saved_by uuid references users;
alter table automation_versions add published_by uuid references users;

-- EDT1: a draft may be unfinished, so that its name may be too short, or not there yet
alter table automations drop constraint automations_name_check,
  add constraint automations_name_check check (char_length(name) <= 100);
