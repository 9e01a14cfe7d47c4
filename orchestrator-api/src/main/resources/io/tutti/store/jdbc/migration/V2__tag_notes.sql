-- Who gave a server a tag, why, and until when; null in rows of before.

ALTER TABLE instance_tag ADD COLUMN document ${document};
