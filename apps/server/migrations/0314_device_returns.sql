-- Whether a device was seen again after its first sign-in: if too many are known, those that never returned are removed
-- first.
alter table known_device add column came_back boolean not null default false;
-- Unknown for existing devices, which are therefore kept.
update known_device set came_back = true;
