-- Whether a device was seen again after its first sign-in: where too many are known, those that never came back make room.
alter table known_device add column came_back boolean not null default false;
-- Nothing is known of those from before: they keep their places.
update known_device set came_back = true;
