-- What members of staff have typed into the form for a market and not requested yet. Only the author reads a draft.
create table listing_draft (
  staff_id text not null references staff_member (id) on delete cascade,
  -- Chosen by the author's browser, so that saving again replaces the draft.
  id uuid not null,
  kind text not null check (kind in ('spot', 'perpetual')),
  -- The fields of the form, as typed.
  fields jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (staff_id, id)
);
