-- COM38: purchases go to Google Ads over the Data Manager API, whose scope the stored refresh tokens lack. Their owners are shown what to do; the
-- first purchase that is accepted clears it.
update conversion_destinations set last_error = 'SCOPE', verified_at = null where destination = 'google-ads';
