<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="walk" tilewidth="4" tileheight="3" spacing="0" margin="0" tilecount="3" columns="3">
 <image source="walk.png" width="12" height="3"/>
 <tile id="0">
  <properties>
   <property name="name" value="walk"/>
  </properties>
  <animation>
   <frame tileid="0" duration="70"/>
   <frame tileid="1" duration="100"/>
   <frame tileid="2" duration="30"/>
  </animation>
 </tile>
</tileset>
