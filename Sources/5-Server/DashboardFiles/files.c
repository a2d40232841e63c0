// Written by Scripts/embed-dashboard. #embed compiles in a blink; the resources of SwiftPM are written
// as Swift arrays, which take the compiler a minute.
#include "DashboardFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char access_js[] = {
#embed "../Dashboard/Assets/access.js"
};
static const unsigned char api_js[] = {
#embed "../Dashboard/Assets/api.js"
};
static const unsigned char backups_js[] = {
#embed "../Dashboard/Assets/backups.js"
};
static const unsigned char charts_js[] = {
#embed "../Dashboard/Assets/charts.js"
};
static const unsigned char coredata_css[] = {
#embed "../Dashboard/Assets/coredata.css"
};
static const unsigned char coredata_html[] = {
#embed "../Dashboard/Assets/coredata.html"
};
static const unsigned char coredata_js[] = {
#embed "../Dashboard/Assets/coredata.js"
};
static const unsigned char dashboard_css[] = {
#embed "../Dashboard/Assets/dashboard.css"
};
static const unsigned char editor_js[] = {
#embed "../Dashboard/Assets/editor.js"
};
static const unsigned char export_js[] = {
#embed "../Dashboard/Assets/export.js"
};
static const unsigned char fields_js[] = {
#embed "../Dashboard/Assets/fields.js"
};
static const unsigned char frame_js[] = {
#embed "../Dashboard/Assets/frame.js"
};
static const unsigned char icon_svg[] = {
#embed "../Dashboard/Assets/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../Dashboard/Assets/index.html"
};
static const unsigned char land_js[] = {
#embed "../Dashboard/Assets/land.js"
};
static const unsigned char main_js[] = {
#embed "../Dashboard/Assets/main.js"
};
static const unsigned char map_js[] = {
#embed "../Dashboard/Assets/map.js"
};
static const unsigned char mirror_js[] = {
#embed "../Dashboard/Assets/mirror.js"
};
static const unsigned char mirroring_js[] = {
#embed "../Dashboard/Assets/mirroring.js"
};
static const unsigned char predicate_js[] = {
#embed "../Dashboard/Assets/predicate.js"
};
static const unsigned char records_js[] = {
#embed "../Dashboard/Assets/records.js"
};
static const unsigned char requests_js[] = {
#embed "../Dashboard/Assets/requests.js"
};
static const unsigned char schema_text_js[] = {
#embed "../Dashboard/Assets/schema-text.js"
};
static const unsigned char schema_js[] = {
#embed "../Dashboard/Assets/schema.js"
};
static const unsigned char sharing_js[] = {
#embed "../Dashboard/Assets/sharing.js"
};
static const unsigned char theme_js[] = {
#embed "../Dashboard/Assets/theme.js"
};
static const unsigned char ui_js[] = {
#embed "../Dashboard/Assets/ui.js"
};
static const unsigned char usage_js[] = {
#embed "../Dashboard/Assets/usage.js"
};
static const unsigned char values_js[] = {
#embed "../Dashboard/Assets/values.js"
};
static const unsigned char zones_js[] = {
#embed "../Dashboard/Assets/zones.js"
};

#define FILE(name, bytes) { name, bytes, sizeof bytes }

static const struct DashboardFile files[] = {
    FILE("access.js", access_js),
    FILE("api.js", api_js),
    FILE("backups.js", backups_js),
    FILE("charts.js", charts_js),
    FILE("coredata.css", coredata_css),
    FILE("coredata.html", coredata_html),
    FILE("coredata.js", coredata_js),
    FILE("dashboard.css", dashboard_css),
    FILE("editor.js", editor_js),
    FILE("export.js", export_js),
    FILE("fields.js", fields_js),
    FILE("frame.js", frame_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("land.js", land_js),
    FILE("main.js", main_js),
    FILE("map.js", map_js),
    FILE("mirror.js", mirror_js),
    FILE("mirroring.js", mirroring_js),
    FILE("predicate.js", predicate_js),
    FILE("records.js", records_js),
    FILE("requests.js", requests_js),
    FILE("schema-text.js", schema_text_js),
    FILE("schema.js", schema_js),
    FILE("sharing.js", sharing_js),
    FILE("theme.js", theme_js),
    FILE("ui.js", ui_js),
    FILE("usage.js", usage_js),
    FILE("values.js", values_js),
    FILE("zones.js", zones_js),
};

const size_t dashboard_file_count = sizeof files / sizeof files[0];

const struct DashboardFile *dashboard_file_at(size_t place) { return &files[place]; }
