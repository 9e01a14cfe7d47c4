-- Settings that were kept are written in another form from here on. Nothing was released before.
DELETE FROM kept_settings;
