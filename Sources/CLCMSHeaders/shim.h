// Nothing: this target only says where the headers of Little CMS are. CLCMS is the only user.
